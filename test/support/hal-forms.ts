import { halFaults, isObject, type JsonObject, member, members, objectsIn, parseMediaType } from './documents.ts'

// The rules of a HAL-FORMS document, by the words of the table. Each gives the places where a document breaks it.

export type Rule = (document: unknown, contentType: string) => string[]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const TYPES = [
  'hidden', 'text', 'textarea', 'search', 'tel', 'url', 'email', 'password', 'date', 'month', 'week', 'time',
  'datetime-local', 'number', 'range', 'color'
]
const TEXTS = ['name', 'prompt', 'regex', 'value', 'placeholder']
const FLAGS = ['readOnly', 'required', 'templated']
const NUMBERS = ['min', 'max', 'step']
const COUNTS = ['minLength', 'maxLength', 'rows', 'cols']

interface Found {
  readonly place: string
  readonly object: JsonObject
}

function templatesIn (document: unknown): Found[] {
  return [...objectsIn(document)].flatMap(({ place, object }) =>
    Object.entries(members(object['_templates'])).map(([name, template]) =>
      ({ place: `${place}._templates.${name}`, object: members(template) })))
}

function propertiesIn (document: unknown): Found[] {
  return templatesIn(document).flatMap(({ place, object }) =>
    Array.isArray(object['properties'])
      ? object['properties'].map((property, index) => ({
        place: `${place}.properties.${index}`, object: members(property)
      }))
      : [])
}

/** The places of those that break the rule; what is absent breaks none. */
const breaking = (found: readonly Found[], name: string, holds: (value: unknown) => boolean) =>
  found.filter(({ object }) => Object.hasOwn(object, name) && !holds(object[name]))
    .map(({ place }) => `${place}.${name}`)

const resources = (document: unknown) => [...objectsIn(document)]

const isNumber = (value: unknown) => Number.isFinite(value)
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0
const isOptions = (value: unknown) =>
  Array.isArray(member(value, 'inline')) || typeof member(value, 'link', 'href') === 'string'
const isPlainMediaType = (value: unknown) => typeof value === 'string' && parseMediaType(value)?.parameters.length === 0

const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
// A falsy prompt or value voids the whole list in some clients.
const isChoice = (choice: unknown) =>
  ['prompt', 'value'].every(name => isText(member(choice, name)) && member(choice, name) !== '')
const only = (names: readonly string[]) => ({ object }: Found) => Object.keys(object)
  .every(name => names.includes(name))

function optionsIn (document: unknown): Found[] {
  return propertiesIn(document).filter(({ object }) => isObject(object['options'])).map(({ place, object }) =>
    ({ place: `${place}.options`, object: members(object['options']) }))
}

// What is selected at first can be selected.
function unofferedIn ({ place, object }: Found): string[] {
  const { inline, selectedValues, maxItems = Infinity } = object
  if (!Array.isArray(selectedValues)) return []
  const isOffered = (value: unknown) =>
    !Array.isArray(inline) || inline.some(choice => member(choice, 'value') === value)
  return selectedValues.every(value => isText(value) && isOffered(value)) && selectedValues.length <= Number(maxItems)
    ? []
    : [`${place}.selectedValues`]
}

function compiles (regex: unknown): boolean {
  try {
    return typeof regex === 'string' && ['', 'v'].every(flag => new RegExp(regex, flag) instanceof RegExp)
  } catch {
    return false
  }
}

function unnamed (document: unknown): string[] {
  return templatesIn(document).flatMap(({ place, object }) => {
    const names =
      Array.isArray(object['properties']) ? object['properties'].map(property => member(property, 'name')) : []
    return names.every(name => typeof name === 'string' && name !== '') && new Set(names).size === names.length
      ? []
      : [place]
  })
}

export const HAL_FORMS_RULES: Readonly<Record<string, Rule>> = {
  'every _templates value in any response is a JSON object': document =>
    breaking(resources(document), '_templates', isObject),
  '_templates is absent or has at least one entry': document =>
    breaking(resources(document), '_templates', templates => Object.keys(members(templates)).length > 0),
  'each template has a string method': document =>
    templatesIn(document).filter(({ object }) => !METHODS.includes(String(object['method']))).map(({ place }) => place),
  'contentType, if present, is type/subtype': document =>
    breaking(templatesIn(document), 'contentType', isPlainMediaType),
  'properties, if present, is an array': document => breaking(templatesIn(document), 'properties', Array.isArray),
  'name is a non-empty string and unique in its template': unnamed,
  'JSON numbers': document => [
    ...NUMBERS.flatMap(name => breaking(propertiesIn(document), name, isNumber)),
    ...COUNTS.flatMap(name => breaking(propertiesIn(document), name, isCount))
  ],
  'new RegExp(regex) and new RegExp(regex,"v") do not throw (HTML pattern attribute)': document =>
    breaking(propertiesIn(document), 'regex', compiles),
  'options holds inline (array) or link (object with href)': document =>
    breaking(propertiesIn(document), 'options', isOptions),
  // The documents that are checked offer no choice of several values.
  'an enum of one value to choose carries maxItems:1': document =>
    breaking(propertiesIn(document), 'options', options => member(options, 'maxItems') === 1),
  'Content-Type is application/prs.hal-forms+json on a top-level HAL-FORMS resource': (_, contentType) =>
    parseMediaType(contentType)?.type === 'application/prs.hal-forms+json' ? [] : [contentType],
  'the document validates against external/hal-schema/api-platform-jsonhal.json': halFaults,
  '_actions is absent': document => breaking(resources(document), '_actions', () => false)
}

const placesWhere = (found: readonly Found[], holds: (found: Found) => boolean) =>
  found.filter(found => !holds(found)).map(({ place }) => place)

/** What our own properties keep beyond the tables: HAL-FORMS word by word, and what clients were seen to need. */
export const PROPERTY_RULES: Readonly<Record<string, Rule>> = {
  'a property has only the members of HAL-FORMS': document =>
    placesWhere(propertiesIn(document), only([...TEXTS, ...FLAGS, ...NUMBERS, ...COUNTS, 'type', 'options'])),
  'a template has only the members of HAL-FORMS': document =>
    placesWhere(templatesIn(document), only(['contentType', 'deprecation', 'method', 'properties', 'target', 'title'])),
  'each template has a target': document =>
    placesWhere(templatesIn(document), ({ object }) => isText(object['target'])),
  'properties is absent or has at least one entry': document =>
    breaking(templatesIn(document), 'properties', properties => Array.isArray(properties) && properties.length > 0),
  texts: document => TEXTS.flatMap(name => breaking(propertiesIn(document), name, isText)),
  'true or false': document => FLAGS.flatMap(name => breaking(propertiesIn(document), name, isFlag)),
  'type is one of HAL-FORMS': document =>
    breaking(propertiesIn(document), 'type', type => TYPES.includes(String(type))),
  'options have only the members of HAL-FORMS': document =>
    placesWhere(optionsIn(document), only([
      'inline', 'link', 'promptField', 'valueField', 'minItems', 'maxItems', 'selectedValues'
    ])),
  'a choice has a prompt and a value, both texts': document =>
    breaking(optionsIn(document), 'inline', inline => Array.isArray(inline) && inline.every(isChoice)),
  'how many can be chosen': document =>
    ['minItems', 'maxItems'].flatMap(name => breaking(optionsIn(document), name, isCount)),
  'what is selected is offered': document => optionsIn(document).flatMap(unofferedIn),
  'a property with options has no control and no value of its own': document => placesWhere(
    propertiesIn(document),
    ({ object }) => !Object.hasOwn(object, 'options') || !['type', 'value'].some(name => Object.hasOwn(object, name))
  )
}
