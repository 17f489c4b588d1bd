// The formats of the package. Each is a layout of the same members.
import type { ProjectedField } from '../../types/forms.ts'
import type { Resolution } from '../context/resolution.ts'
import { crawlTopic } from '../diagnostics/inspection.ts'
import type { WrittenForm } from '../forms/fields/form-fields.ts'
import type { CompiledConfig, WholeAction } from '../links/compiled.ts'
import type { PresentResource, ResourceWriter, WireFormat } from './format.ts'
import { type ActionLayout, type Layout, MembersFormat, type MembersOwner, optionalMembers } from './members.ts'
import { KindWriter } from './writer.ts'

const flatActions: ActionLayout = {
  name: '_actions',
  write: action =>
    '{"href":' + JSON.stringify(action.href) + ',"method":"' + action.method + '"' + optionalMembers(action) + '}'
}

// Every template has the name of its action, also the default one.
const namedTemplates: ActionLayout = { name: '_templates', write: action => templateJson(action, action.form.text) }

const templates: ActionLayout = {
  ...namedTemplates,
  nameOf: (name, { actions = [] }) => actions.find(action => action.name === name)!.templateName
}

const contentTemplates: ActionLayout = {
  ...namedTemplates, write: action => templateJson(action, formForPages(action.form))
}

function templateJson (action: WholeAction, form: string): string {
  return '{"method":"' + action.method + '","target":' + JSON.stringify(action.href) + optionalMembers(action) +
    form + '}'
}

const FLAT: Layout = { actions: flatActions, container: null }
const FORMS: Layout = { actions: namedTemplates, container: null }

/**
 * Adds the links and actions of a problem document to its members: as in the default format, or with forms in place of
 * actions for pages and tools.
 */
export function writeProblem (
  problem: Pick<PresentResource, 'body' | 'relations' | 'actions'>, owner: MembersOwner, resolution: Resolution
): string {
  const resource = { ...problem, data: null, isWhole: true, items: [], embedded: NOTHING }
  return new MembersFormat(owner, resolution.showsForms ? FORMS : FLAT).format(resource, resolution)
}

const NOTHING: PresentResource['embedded'] = new Map()

type Features = Omit<WireFormat, 'writerFor'>

function format (features: Features, layout: Layout): WireFormat {
  const writerFor = writers<CompiledConfig>(compiled => new KindWriter(compiled, new MembersFormat(compiled, layout)))
  return { ...features, writerFor }
}

/** Remembers one writer for each configuration: it has JSON that is the same for many resources. */
export function writers<C extends object> (make: (compiled: C) => ResourceWriter): (compiled: C) => ResourceWriter {
  const made = new WeakMap<C, ResourceWriter>()
  // For each resource of a response, as `remembered` is not.
  return compiled => {
    let writer = made.get(compiled)
    if (writer === undefined) made.set(compiled, writer = make(compiled))
    return writer
  }
}

/** The default format: `_links` and `_actions` in the value itself. It has two media types. */
export function flatFormat (name: string, mediaType: string): WireFormat {
  return format({ name, mediaType, bare: false, actions: true, forms: false, embedsItems: false }, FLAT)
}

/** The bare value, without links. */
export function noneFormat (mediaType: string): WireFormat {
  const writer: ResourceWriter = { write: ({ body }) => body }
  return {
    name: 'none', mediaType, bare: true, actions: false, forms: false, embedsItems: false, writerFor: () => writer
  }
}

const WITH_FORMS = { bare: false, actions: true, forms: true, embedsItems: true }

/** HAL-FORMS (mamund/hal-forms): `_links`, `_embedded` and `_templates`. */
export function halFormsFormat (mediaType: string): WireFormat {
  return format({ ...WITH_FORMS, name: 'hal-forms', mediaType }, { actions: templates, container: null })
}

/**
 * The format that pages and tools read: one member of each resource has its links, embedded resources and forms.
 * @param container the name of that member. No client knows it, so data cannot contain it
 */
export function contentFormat (container: string): WireFormat {
  const type = 'application/json'
  return format({ ...WITH_FORMS, name: type, mediaType: type }, { actions: contentTemplates, container })
}

// No page shows more choices than this.
const MOST_CHOICES = 1001

// The members of a form for pages: with few choices, and the values that no field has.
function formForPages ({ fields, text, values }: WrittenForm): string {
  let json = text
  if (fields.some(isLong)) json = `,"properties":${JSON.stringify(fields.map(withoutSurplus))}`
  if (values === undefined) return json
  return `${json},"values":${JSON.stringify(values)}`
}

function isLong ({ options }: ProjectedField): boolean {
  return (options?.inline?.length ?? 0) > MOST_CHOICES
}

function withoutSurplus (field: ProjectedField): ProjectedField {
  if (!isLong(field)) return field
  return { ...field, options: { ...field.options, inline: field.options!.inline!.slice(0, MOST_CHOICES) } }
}

/** HAL (draft-kelly-json-hal): `_links` and `_embedded`. It has no actions. */
export function halFormat (mediaType: string): WireFormat {
  const features = { name: 'hal', mediaType, bare: false, actions: false, forms: false, embedsItems: true }
  const hal = format(features, { actions: null, container: null })
  return {
    ...hal,
    writerFor: writers(compiled => {
      const writer = hal.writerFor(compiled)
      if (compiled.actions.length === 0) return writer
      return reportingActions(writer, compiled)
    })
  }
}

// Reports omitted actions with the first response (`HYPER006`), once for the app:
// one whose clients never request HAL need not know.
function reportingActions (writer: ResourceWriter, { subject, actions }: CompiledConfig): ResourceWriter {
  let isReported = false
  const names = `the actions of this resource (${actions.map(({ name }) => name).join(', ')})`
  return {
    write (resource, resolution) {
      if (!isReported && !crawlTopic.isObserved) {
        const { notices } = resolution.environment
        notices.report('HYPER006', `links of ${subject}`, () => [names], 'the app')
        isReported = true
      }
      return writer.write(resource, resolution)
    }
  }
}
