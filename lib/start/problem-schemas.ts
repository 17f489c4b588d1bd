import type { Notices } from '../diagnostics/notices.ts'
import { routePlace } from '../fastify/routes.ts'
import { isObject } from '../forms/schema/json-schema.ts'
import { jsonSchemaOf } from '../forms/schema/json-schema-of.ts'
import { membersOf } from '../forms/schema/members.ts'
import { SchemaDocuments } from '../forms/schema/schema-documents.ts'
import { SchemaReader } from '../forms/schema/schema-reader.ts'
import { PROBLEM_TYPE } from '../http/media-type.ts'
import { problemStatuses } from '../openapi/own-problems.ts'
import { responseSchema } from '../routes/response-content.ts'
import type { WatchedRoute } from './route-watcher.ts'

/** Reports routes with a response schema that does not describe the problem documents that the plugin sends for its status. */
export function reportProblemSchemas (routes: readonly WatchedRoute[], notices: Notices): void {
  for (const { server, route, facts } of routes) {
    // The HEAD route of a GET route needs no message of its own.
    if (route.method === 'HEAD') continue
    const { preconditions } = facts.settings.guard
    const schema = (route.schema ?? {}) as Record<string, unknown>
    const shared = (id: string) => server.getSchema(id) as object | undefined
    const statuses = problemStatuses({ facts, schema, methods: [route.method].flat(), preconditions }).filter(status => {
      const response = responseSchema(schema, status, PROBLEM_TYPE)
      return response !== undefined && !describesProblem(response, shared)
    })
    if (statuses.length > 0) notices.warn('HYPER035', routePlace(route.method, route.url), () => [statuses.join(', ')])
  }
}

const MEMBERS = ['type', 'title', 'status', 'detail']

// A schema that cannot be read may describe anything.
function describesProblem (response: unknown, shared: (id: string) => object | undefined): boolean {
  const documents = new SchemaDocuments(shared)
  const reader = new SchemaReader(documents)
  const reading = reader.read({ all: [documents.add(jsonSchemaOf(response, 'output').schema)], unions: [] })
  if (reading.error !== null) return true
  const { type } = reading.keywords
  if (type !== undefined && !type.includes('object')) return false
  const members = membersOf(reader, reading)
  const others = reading.all.map(({ schema }) => isObject(schema) ? schema['additionalProperties'] : true)
  const isOpen = others.some(other => other !== undefined && other !== false) || (members.size === 0 && !others.includes(false))
  return (isOpen || MEMBERS.every(name => members.has(name))) &&
    [...members].every(([name, { required }]) => !required || MEMBERS.includes(name))
}
