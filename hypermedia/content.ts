// What the plugin wrote, in the content of a page or a tool.
import { WRITTEN } from '../lib/fastify/marks.ts'
import { parseJson } from '../lib/json/exact.ts'
import { formOf, type ShownResource } from './form.ts'
import {
  embeddedIn, HYPERMEDIA, isObject, type JsonObject, listOf, member, membersOf, objectOf, readResource
} from './read.ts'

interface Written {
  [WRITTEN]?: JsonObject
}

/**
 * Parses the body of a response to a request for content; a body that is no JSON stays a string. What the plugin wrote
 * is in one member of each of its resources, or in a problem document. Anything else is data, also if it has the names
 * of links and forms.
 * @param name of that member
 * @param problem the problem document of the plugin that the body is, or was made of; null for none
 */
export function parseContent (body: string, name: string, problem: string | null): unknown {
  let value: unknown
  try {
    value = parseJson(body)
  } catch {
    return body
  }
  if (problem !== null && isObject(value)) return withProblem(value, parseJson(problem) as JsonObject)
  return body.includes(name) ? markResources(value, name) : value
}

/**
 * Parses the body of a response of another server, as content: what it has as HAL-FORMS counts as written. Members
 * within its data do not.
 */
export function parseRepresentation (body: string): unknown {
  let content: unknown
  try {
    content = parseJson(body)
  } catch {
    return body
  }
  const values = [...listOf(content)]
  for (const value of values) {
    if (!isObject(value) || !HYPERMEDIA.some(name => Object.hasOwn(value, name))) continue
    const written = asWritten(value)
    for (const name of HYPERMEDIA) delete (value as Record<string, unknown>)[name]
    setWritten(value, written)
    // One by one: a call has fewer arguments than a list may have elements.
    for (const embedded of Object.values(written['_embedded'] as object)) {
      for (const one of listOf(embedded)) values.push(one)
    }
  }
  return content
}

// Only what is valid, as the plugin writes it.
function asWritten ({ _links, _templates, _embedded }: JsonObject): JsonObject {
  const { links, templates } = readResource({ _links, _templates })
  return {
    _links: Object.fromEntries(links.map(({ name, items }) => [name, items])),
    _templates: Object.fromEntries(templates.map(({ name, href: target, fields: properties, ...template }) =>
      [name, { ...template, target, properties }])),
    _embedded: objectOf(_embedded)
  }
}

function withProblem ({ _links, _templates, ...members }: JsonObject, problem: JsonObject): JsonObject {
  return setWritten(members, { _links: problem['_links'], _templates: problem['_templates'] })
}

function markResources (content: unknown, name: string): unknown {
  // A queue, because data can be nested deeper than calls.
  const values = [content]
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value)) if (typeof inner === 'object') values.push(inner)
    const written = isObject(value) ? member(value, name) : undefined
    if (!isObject(value) || !isObject(written)) continue
    delete (value as Record<string, unknown>)[name]
    setWritten(value, written)
    for (const [, embedded] of membersOf(member(written, '_embedded'))) values.push(...listOf(embedded))
  }
  return content
}

function setWritten (value: JsonObject, written: JsonObject): JsonObject {
  return Object.defineProperty(value, WRITTEN, { value: written })
}

/** Returns the links, embedded resources and forms that the plugin wrote for a resource of parsed content. */
export function writtenMembers (value: JsonObject): JsonObject {
  return (value as Written)[WRITTEN] ?? NONE
}

const NONE: JsonObject = Object.freeze({})

const NO_NAMES: ReadonlySet<string> = new Set()

/** Returns the names of the actions of a resource that the app declares with `.danger()`. */
export function dangersOf (value: unknown): ReadonlySet<string> {
  const names = isObject(value) ? member(writtenMembers(value), '_dangers') : undefined
  return Array.isArray(names) ? new Set(names) : NO_NAMES
}

/** Whether the plugin wrote links, embedded resources or forms for a value of parsed content. */
export function isWritten (value: unknown): boolean {
  return isObject(value) && WRITTEN in value
}

/**
 * Reads a resource in content: what the plugin wrote, and all other members as properties.
 * @param most how many members are read, and how many elements of each are looked at
 */
export function readWritten (value: JsonObject, most = Infinity): ShownResource {
  const { templates, embedded, ...written } = readResource(writtenMembers(value))
  const names = Object.keys(value)
  const members = names.slice(0, most).map(name => [name, value[name]] as const)
  const isEmbedded = (value: unknown) => listOf(value).slice(0, most).some(isWritten)
  return {
    ...written,
    embedded: [...embeddedIn(members.filter(([, member]) => isEmbedded(member))), ...embedded],
    properties: members.filter(([, member]) => !isEmbedded(member)),
    omitted: names.length - members.length,
    forms: templates.map(formOf)
  }
}
