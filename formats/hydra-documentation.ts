// The ApiDocumentation of Hydra, with a class for each resource type; and what documents have of it.
import type {
  ApiDescription, DescribedAction, DescribedProperty, DescribedRelation, DescribedType, ProjectedAction, ProjectedField
} from '../lib/index.ts'

// Names that are no terms and keywords of JSON-LD.
const NAME = /^[^:@][^:]*$/
// A page has these as a view of its collection, and its items as members.
const VIEW: readonly string[] = ['first', 'prev', 'next', 'last']

/**
 * Returns the `ApiDocumentation` of an API.
 * @param vocab the beginning of the IRIs of names
 * @param context the JSON-LD context of all documents
 */
export function documentationOf (
  { types, entryPoint }: ApiDescription, id: string, vocab: string, context: string
): string {
  const classes = types.map(type => classOf(type, vocab))
  const terms = { ...JSON.parse(context) as object, rdfs: 'http://www.w3.org/2000/01/rdf-schema#' }
  return JSON.stringify({
    '@context': terms,
    '@id': id,
    '@type': 'hydra:ApiDocumentation',
    ...(entryPoint !== null && { 'hydra:entrypoint': { '@id': entryPoint } }),
    'hydra:supportedClass': classes
  })
}

function classOf ({ name, item, properties, relations, actions }: DescribedType, vocab: string): object {
  const named = <N extends { readonly name: string }>(all: readonly N[]) => all.filter(({ name }) => NAME.test(name))
  const [own, others] = [actions.filter(({ isOwn }) => isOwn), named(actions.filter(({ isOwn }) => !isOwn))]
  const isLink = ({ rel, target }: DescribedRelation) =>
    NAME.test(rel) && (item === null || (!VIEW.includes(rel) && target !== item))
  const links = relations.filter(isLink).map(({ rel, target }) =>
    linkOf(rel, vocab, target === null ? {} : { 'rdfs:range': { '@id': iriOf(target, vocab) } }))
  const isData = ({ name }: DescribedProperty) =>
    !relations.some(({ rel }) => rel === name) && !actions.some(action => action.name === name)
  const data = named(properties).filter(isData).map(({ name, title, required }) =>
    propertyOf({ name, required, readOnly: true, ...(title !== null && { prompt: title }) }))
  const operations = own.map(action => operationOf(action))
  return {
    '@id': iriOf(name, vocab),
    '@type': 'hydra:Class',
    'hydra:title': name,
    // A list is a collection in each document.
    ...(item !== null && { 'rdfs:subClassOf': { '@id': 'hydra:Collection' } }),
    'hydra:supportedProperty': [...data, ...links, ...others.map(action => actionLink(action, vocab))],
    ...(operations.length > 0 && { 'hydra:supportedOperation': operations })
  }
}

// As `@type` in documents: a name such as `urn:shop:order` is an IRI.
function iriOf (name: string, vocab: string): string {
  return name.includes(':') ? name : vocab + name
}

// An action with another URL is a link whose target supports the operation.
function actionLink (action: DescribedAction, vocab: string): object {
  return linkOf(action.name, vocab, { 'hydra:supportedOperation': [operationOf(action)] })
}

function linkOf (name: string, vocab: string, members: object): object {
  const property = { '@id': vocab + name, '@type': 'hydra:Link', ...members }
  return { ...propertyOf({ name, readOnly: true }), 'hydra:property': property }
}

/** Returns the operation of an action. */
export function operationOf ({ name, method, title, fields = [] }: Omit<ProjectedAction, 'href'>): object {
  const operation = { '@type': ['hydra:Operation', name], 'hydra:title': title, 'hydra:method': method }
  // A field of a nested object is no property of the class.
  const properties = fields.filter(field => !field.name.includes('.')).map(propertyOf)
  if (properties.length === 0) return operation
  return { ...operation, 'hydra:expects': { '@type': 'hydra:Class', 'hydra:supportedProperty': properties } }
}

function propertyOf ({ name, prompt = name, required = false, readOnly = false }: ProjectedField): object {
  const flags = { 'hydra:required': required, 'hydra:writable': !readOnly }
  return { '@type': 'hydra:SupportedProperty', 'hydra:property': name, 'hydra:title': prompt, ...flags }
}

/** Returns a URI template. */
export function templateOf (href: string): object {
  const names = [...href.matchAll(/\{([^{}]*)\}/g)].flatMap(([, list]) => list!.replace(/^[+#./;?&]/, '').split(','))
  const mapping = names.map(name => name.replace(/\*$|:\d+$/, '')).map(name =>
    ({ '@type': 'hydra:IriTemplateMapping', 'hydra:variable': name, 'hydra:property': name }))
  const representation = { 'hydra:variableRepresentation': { '@id': 'hydra:BasicRepresentation' } }
  return { '@type': 'hydra:IriTemplate', 'hydra:template': href, ...representation, 'hydra:mapping': mapping }
}
