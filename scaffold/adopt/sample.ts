// Reads the responses of routes without a response schema, as a client would: the values of parameters come from other
// responses.
import type { FastifyInstance } from 'fastify'
import { isObject } from '../../lib/schema/json-schema.ts'
import type { Caller } from '../command.ts'
import type { AppRoute, LinkedRoute } from './collect.ts'
import { parentOf } from './paths.ts'
import { sampledShape } from './shape.ts'

const MOST_SAMPLES = 3
// A route below an item needs a response of the item, and so on.
const LEVELS = 4

type Samples = Map<AppRoute, unknown[]>

/** Gives routes the shapes of what they respond with. */
export async function sample (
  app: FastifyInstance, routes: readonly AppRoute[], callers: readonly Caller[]
): Promise<void> {
  const known: Samples = new Map()
  const wanted = routes.filter((route): route is LinkedRoute =>
    route.method === 'GET' && route.response === undefined && route.path !== null && !route.hidden &&
    !route.constrained)
  for (let level = 0; level < LEVELS; level++) {
    for (const route of wanted.filter(route => !known.has(route))) {
      const samples = await read(app, callers, urlsOf(route, known))
      if (samples.length === 0) continue
      known.set(route, samples)
      Object.assign(route, { response: sampledShape(samples), sampled: true })
    }
  }
}

async function read (
  app: FastifyInstance, callers: readonly Caller[], urls: readonly string[]
): Promise<unknown[]> {
  const samples: unknown[] = []
  for (const url of urls) {
    for (const { headers } of callers) {
      const response = await app.inject({ url, headers: { accept: 'application/json', ...headers } })
      if (response.statusCode !== 200 || !/\bjson\b/.test(String(response.headers['content-type']))) continue
      samples.push(response.json())
      break
    }
    if (samples.length === MOST_SAMPLES) break
  }
  return samples
}

// With `id` of the elements of the collection above, or a member with the name of the parameter.
function urlsOf ({ url, path }: LinkedRoute, known: Samples): string[] {
  const [parameter, another] = path.parameters
  if (parameter === undefined) return [url]
  if (another !== undefined) return []
  const { name, noun, key } = parameter
  const above = [...known].filter(([route]) => route.path!.key === parentOf(key))
  return above.flatMap(([, samples]) => samples).flatMap(elementsOf).flatMap(element => {
    const value = [name, `${noun}Id`, 'id', '_id'].map(name => element[name]).find(isPathValue)
    return value === undefined ? [] : [url.replace(/:\w+(?:\([^/]*\))?/, () => encodeURIComponent(String(value)))]
  })
}

type Members = Readonly<Record<string, unknown>>

function elementsOf (body: unknown): Members[] {
  if (Array.isArray(body)) return body.filter(isObject)
  return Object.values(isObject(body) ? body : {})
    .flatMap(value => isObject(value) ? Object.values(value) : value)
    .flat()
    .filter(isObject)
}

function isPathValue (value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
