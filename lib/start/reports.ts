import type { LinkConfig } from '../../types/links.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { routePlace } from '../fastify/routes.ts'
import { PROBLEM_TYPE } from '../http/media-type.ts'
import { type ChildSerializers, reportNoEmbeddedSchema } from '../links/child-serializers.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { DocumentedRoute } from '../openapi/documented-route.ts'
import { problemStatuses } from '../openapi/own-problems.ts'
import { remembered } from '../remembered.ts'
import type { RoutePlan, SharedPlan } from '../respond/plan.ts'
import { responseSchema } from '../schema/content.ts'
import { isObject } from '../schema/json-schema.ts'
import { membersOf } from '../schema/members.ts'
import { SchemaReader } from '../schema/reader.ts'
import { type SharedSchemas, sharedSchemas } from '../schema/references.ts'
import { rivalsOf } from '../targets/why-omitted.ts'
import type { PreparedRoute } from './prepare-route.ts'

/**
 * Reports routes with a response schema that does not describe the problem documents that the plugin
 * sends for its status.
 */
export function reportProblemSchemas (routes: readonly DocumentedRoute[], notices: Notices): void {
  for (const record of routes) {
    const { server, options: route, settings } = record
    // The HEAD route of a GET route needs no message of its own.
    if (route.method === 'HEAD') continue
    const { preconditions } = settings.guard
    const schema = (route.schema ?? {}) as Record<string, unknown>
    const shared = sharedSchemas(server)
    const sources = { facts: record, schema, methods: [route.method].flat(), preconditions, formats: undefined }
    const undescribed = problemStatuses(sources).filter(status => {
      const response = responseSchema(schema, status, PROBLEM_TYPE)
      return response !== undefined && !describesProblem(response, shared)
    })
    if (undescribed.length === 0) continue
    notices.report('HYPER035', routePlace(route.method, route.url), () => [undescribed.join(', ')])
  }
}

const MEMBERS = ['type', 'title', 'status', 'detail']

// A schema that cannot be read may describe anything.
function describesProblem (response: unknown, shared: SharedSchemas): boolean {
  const reader = new SchemaReader(shared, 'output')
  const reading = reader.schema(response)
  if (reading.error !== null) return true
  const { type } = reading.keywords
  if (type !== undefined && !type.includes('object')) return false
  const members = membersOf(reader, reading)
  const others = reading.all.map(({ schema }) => !isObject(schema) || schema['additionalProperties'])
  const isOpen = others.some(other => other !== undefined && other !== false) ||
    (members.size === 0 && !others.includes(false))
  return (isOpen || MEMBERS.every(name => members.has(name))) &&
    [...members].every(([name, { required }]) => !required || MEMBERS.includes(name))
}

/**
 * Reports routes that get no links (`HYPER002`): the routes of a group together.
 * Fastify's own HEAD route has the place of its GET route.
 */
export function reportUnmatchable (prepared: readonly PreparedRoute[], { environment: { notices } }: SharedPlan): void {
  const byGroup = new Map<string, Set<string>>()
  for (const { plan: { matchable, group, place } } of prepared) {
    if (!matchable) remembered(byGroup, group ?? place, () => new Set<string>()).add(place)
  }
  for (const [group, places] of byGroup) {
    const [place, ...others] = places
    if (others.length === 0) notices.report('HYPER002', place!, () => [null])
    else notices.report('HYPER002', group, () => [null, Array.from(places, place => place.slice('route '.length))])
  }
}

/**
 * Reports links and actions to a name of several routes of which none is nearest to the route that sends them
 * (`HYPER001`). The configuration of a class is reported if that is so for every route that may send it; otherwise the
 * first response reports it.
 * @throws FST_ERR_HYPER_DUPLICATE_ROUTE in strict mode
 */
export function reportAmbiguousRoutes (routes: readonly PreparedRoute[], { registry, environment }: SharedPlan): void {
  const ambiguous = (config: CompiledConfig, plan: RoutePlan) => targetsOf(config)
    .map(({ name, place }) => ({ place, rivals: environment.routes.rivals(name, plan) }))
    .filter(({ rivals }) => rivals.length > 0)
  const report = (config: CompiledConfig, plan: RoutePlan) => {
    for (const { place, rivals } of ambiguous(config, plan)) {
      environment.notices.report('FST_ERR_HYPER_DUPLICATE_ROUTE', place, () => rivalsOf(rivals, plan.place))
    }
  }
  for (const { plan, read } of routes) {
    const known = plan.bound === null ? read.named : [plan.bound]
    for (const config of known) report(config, plan)
  }
  const open = routes.map(({ plan }) => plan).filter(({ settings }) => settings.links === true)
  for (const config of registry.classes) {
    if (open.length > 0 && open.every(plan => ambiguous(config, plan).length > 0)) report(config, open[0]!)
  }
}

/** The routes that a configuration names, with the places of their links and actions. */
function targetsOf ({ links, actions }: CompiledConfig): { name: string, place: string }[] {
  const targets = links.flatMap(({ routes, place }) => routes.map(({ name }) => ({ name, place })))
  for (const { state, place } of actions) if (state !== null) targets.push({ name: state.routeName, place })
  return targets
}

/**
 * Compiles the serializers of what routes can embed, and reports what has no schema. What a route is known to send is
 * in its bound configuration, or in the configurations of its response schemas. Which route sends a class is not known:
 * one scope with a schema is enough.
 * @throws FST_ERR_HYPER_INVALID_SCHEMA; FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
 */
export function checkEmbedded (routes: readonly PreparedRoute[], shared: SharedPlan): void {
  const checks = new Map<ChildSerializers, EmbeddedCheck>()
  for (const { plan: { bound, children }, read } of routes) {
    const check = remembered(checks, children, () => new EmbeddedCheck([children], shared))
    const known = bound === null ? read.named : [bound, ...read.namedLists]
    for (const compiled of known) check.run(compiled)
  }
  const open = new Set(routes.filter(({ plan }) => plan.bound === null).map(({ plan }) => plan.children))
  if (open.size === 0) return
  const check = new EmbeddedCheck([...open], shared)
  for (const compiled of shared.registry.classes) check.run(compiled)
}

/** Checks what configurations embed, where some scopes serialize it. */
class EmbeddedCheck {
  readonly #scopes: readonly ChildSerializers[]
  readonly #shared: SharedPlan
  readonly #done = new Set<CompiledConfig>()

  constructor (scopes: readonly ChildSerializers[], shared: SharedPlan) {
    this.#scopes = scopes
    this.#shared = shared
  }

  /** Checks what is embedded in a resource, to any depth, except what was visited before. */
  run (parent: CompiledConfig): void {
    if (this.#done.has(parent)) return
    this.#done.add(parent)
    const { environment, registry } = this.#shared
    for (const { relation, config } of parent.embeds) {
      if (!this.#isWritten(config)) reportNoEmbeddedSchema(environment, parent.subject, relation, config !== null)
    }
    for (const { config } of [...parent.embeds, ...parent.nested]) {
      if (config !== null) this.run(registry.compiledOf(config))
    }
  }

  // Whether a child has a schema in one of the scopes; an error counts where no scope can compile it. Without a
  // configuration it is the class of the child that has one, known at run time only.
  #isWritten (config: LinkConfig<never> | null): boolean {
    const { registry } = this.#shared
    if (config === null) return [...registry.classes].some(({ source }) => source?.schema !== undefined)
    const outcomes = this.#scopes.map(children => children.outcome(registry.compiledOf(config)))
    if (outcomes.some(outcome => typeof outcome === 'function')) return true
    const failure = outcomes.find(outcome => outcome instanceof Error)
    if (failure !== undefined) throw failure
    return false
  }
}
