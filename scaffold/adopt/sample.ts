// Reads the responses of routes without a response schema, as a client would: the values of parameters come from other
// responses.
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../command.ts'
import type { AppRoute } from './collect.ts'
import { sampledShape } from './shape.ts'

const MOST_SAMPLES = 3
// A route below an item needs a response of the item, and so on.
const LEVELS = 4

type Values = Readonly<Record<string, string>>

/** Gives routes the shapes of what they respond with. */
export async function sample (
  app: FastifyInstance,
  routes: readonly AppRoute[],
  callers: readonly Caller[]
): Promise<void> {
  const sampler = new Sampler(app, routes, callers)
  for (let level = 0; level < LEVELS; level++) await sampler.level()
}

class Sampler {
  readonly #app: FastifyInstance
  readonly #routes: readonly AppRoute[]
  readonly #callers: readonly Caller[]
  readonly #known = new Map<AppRoute, unknown[]>()

  constructor (app: FastifyInstance, routes: readonly AppRoute[], callers: readonly Caller[]) {
    this.#app = app
    this.#routes = routes
    this.#callers = callers
  }

  async level (): Promise<void> {
    const wanted = this.#routes.filter(
      route =>
        route.method === 'GET' &&
        route.response === undefined &&
        route.path !== null &&
        !route.hidden &&
        !route.constrained &&
        !this.#known.has(route)
    )
    for (const route of wanted) {
      const samples: unknown[] = []
      for (const values of this.#valuesOf(route)) {
        const body = await this.#read(route, values)
        if (body !== undefined) samples.push(body)
        if (samples.length === MOST_SAMPLES) break
      }
      if (samples.length === 0) continue
      this.#known.set(route, samples)
      Object.assign(route, { response: sampledShape(samples), sampled: true })
    }
  }

  // Of the elements of the collection above: `id`, or a member with the name of the parameter.
  #valuesOf ({ path }: AppRoute): Values[] {
    const { parameters } = path!
    if (parameters.length === 0) return [{}]
    if (parameters.length > 1) return []
    const [{ name, key, noun }] = parameters as [(typeof parameters)[number]]
    const above = this.#routes.filter(
      route => route.path?.key === key.slice(0, key.lastIndexOf('/')) && this.#known.has(route)
    )
    const elements = above.flatMap(route => this.#known.get(route)!).flatMap(elementsOf)
    return elements.flatMap(element => {
      const value = [name, `${noun}Id`, 'id', '_id'].map(name => element[name]).find(isPathValue)
      return value === undefined ? [] : [{ [name]: String(value) }]
    })
  }

  async #read ({ url }: AppRoute, values: Values): Promise<unknown> {
    const path = url.replace(/:(\w+)(?:\([^/]*\))?/g, (_text, name: string) => encodeURIComponent(values[name] ?? ''))
    for (const { headers } of this.#callers) {
      const response = await this.#app.inject({ url: path, headers: { accept: 'application/json', ...headers } })
      if (response.statusCode !== 200 || !/\bjson\b/.test(String(response.headers['content-type']))) continue
      return response.json()
    }
    return undefined
  }
}

type Members = Readonly<Record<string, unknown>>

function elementsOf (body: unknown): Members[] {
  if (Array.isArray(body)) return body.filter(isMembers)
  if (!isMembers(body)) return []
  return Object.values(body)
    .flatMap(value => (Array.isArray(value) ? value : isMembers(value) ? Object.values(value) : []))
    .flat()
    .filter(isMembers)
}

function isMembers (value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPathValue (value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
