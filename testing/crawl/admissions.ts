// Whether guards allow callers to actions that no representation offers them.
import { isSafe } from '../../lib/http/methods.ts'
import type { ModelAction } from '../../lib/model/model.ts'
import type { OpenApp } from './apps.ts'
import { type Exchange, requestOf } from './exchange.ts'
import { type Laboratory, pastOf } from './laboratory.ts'
import { type Offer, Offers } from './offers.ts'
import { actionsOf, perform, type PlacedAction, requestsOf } from './perform.ts'
import { type Entered, eventPlace, Record } from './record.ts'
import { findAction } from './replay.ts'
import { RouteIndex } from './route-index.ts'
import { earlierAction, resourceKind, Sample } from './sample.ts'
import type { Session } from './session.ts'
import type { Step } from './step.ts'
import type { Visitor } from './visitor.ts'
import { firstVisit, Walk } from './walk.ts'

/** An action that a caller may not be offered. */
interface Candidate extends Entered {
  /** The caller that tries it, after the steps of the one that may be offered it. */
  readonly visitor: Visitor
  readonly method: string
  readonly path: string
  /** What findings call it. */
  readonly name: string
  /** Returns the action in an app after the steps. */
  find (session: Session, source: Exchange): PlacedAction | null
}

/** A candidate that is tried, with the place of its finding. */
interface Chosen extends Candidate {
  readonly place: string
}

/**
 * Tries, as each caller, the actions of guarded routes that only others are offered, and those that configurations
 * declare and nobody is offered. Nothing is tried after a crawl that was not complete:
 * what was not reached may offer them.
 */
export async function tryAdmissions (laboratory: Laboratory, offers: Offers): Promise<void> {
  const { record, settings, visitors, session: { open: { apps } } } = laboratory
  const routes = new RouteIndex(apps.flatMap(({ routes }) => routes))
  const tried = new Set<string>()
  const sample = new Sample(settings.sample)
  const views = viewsOf(record)
  const candidates = [...offeredToOthers(offers.all, visitors), ...apps.flatMap(open => declared(open, record, routes))]
  const byPast = new Map<string, Chosen[]>()
  for (const candidate of record.complete ? candidates : []) {
    const { visitor, method, path, source, steps } = candidate
    const key = [visitor.caller.name, method, path].join('\n')
    if (tried.has(key) || record.isOffered(visitor, method, path)) continue
    const route = routes.find(method, path)?.route
    if (route?.guarded !== true) continue
    const view = views.get(viewKey(visitor, source.path, steps)) ?? resourceKind(source, '', steps)
    if (!sample.take([visitor.caller.name, method, route.url, view].join('\n'))) continue
    tried.add(key)
    const past = pastOf(source.visitor, steps)
    const chosen = { ...candidate, place: `${method} ${route.url}, ${candidate.name}` }
    byPast.set(past, [...byPast.get(past) ?? [], chosen])
  }
  // Rejected requests change nothing: one app is enough for all after the same actions.
  for (const candidate of [...byPast.values()].flat()) await tryCandidate(laboratory, candidate)
}

async function tryCandidate (laboratory: Laboratory, candidate: Chosen): Promise<void> {
  const { record, settings } = laboratory
  const { visitor } = candidate
  if (record.has('CRAWL004', visitor, candidate.place)) return
  const found = await reach(laboratory, candidate)
  if (found === null) return
  const { session } = laboratory
  const { source, placed, steps } = found
  const { requests: [request] } = await requestsOf(session, source, placed, settings.fill)
  if (request === undefined || await isOfferedThere(session, candidate, source, placed)) return
  const { response } = await perform(session, { ...source, visitor }, placed, request)
  if (response.status >= 400 || await isOfferedAnyway(laboratory, candidate)) return
  const place = eventPlace(response, [...steps, tryStep(candidate, response)], candidate.name)
  await record.judge({ kind: 'admission', action: candidate.name, response }, place)
}

// What each caller is offered where it read: a guard may decide differently where that differs.
function viewsOf ({ entered }: Record): ReadonlyMap<string, string> {
  return new Map(entered.map(({ source, steps }) =>
    [viewKey(source.visitor, source.path, steps), resourceKind(source, '', steps)]))
}

function viewKey ({ caller, format }: Visitor, path: string, steps: readonly Step[]): string {
  return [caller.name, format, path, ...earlierAction(steps)].join('\n')
}

function offeredToOthers (offers: readonly Offer[], visitors: readonly Visitor[]): Candidate[] {
  return offers.flatMap(({ source, placed: { action, at, path }, steps }) => {
    const others = visitors.filter(({ caller, format }) =>
      format === source.visitor.format && caller.name !== source.visitor.caller.name)
    const find: Candidate['find'] = (session, source) => findAction(session, source, { at, name: action.name })
    return others.map(visitor => ({
      visitor, source, steps, method: action.method, path, name: `action '${action.name}'`, find
    }))
  })
}

// The routes below the URL of a representation: what is declared for `/orders/:id/cancel` is tried where `/orders/:id`
// was read. A route that lets a missing resource pass is meant to allow where nothing offers it.
function declared ({ configs, settings, origin }: OpenApp, { entered }: Record, routes: RouteIndex): Candidate[] {
  const unsafe = configs.flatMap(({ subject, actions }) => actions.flatMap(action =>
    action.route === null || isSafe(action.method) ? [] : [{ subject, action, target: origin + action.route.url }]))
  return entered.filter(({ source }) => showsActions(source.visitor, settings)).flatMap(({ source, steps }) => {
    const url = routes.find('GET', source.path)?.route.url ?? source.pattern
    return unsafe.flatMap(({ subject, action, target }) => {
      const tail = tailOf(url, target)
      if (tail === null || routes.find(action.method, pathBelow(source.path, tail))?.route.missingPasses === true) {
        return []
      }
      const find: Candidate['find'] = (_session, now) => placedAt(action, pathBelow(now.path, tail))
      const name = `the links of ${subject}, action '${action.name}'`
      return [{
        visitor: source.visitor, source, steps, method: action.method, path: pathBelow(source.path, tail), name, find
      }]
    })
  })
}

// Not each format of the app can express each action.
function showsActions ({ accept, format }: Visitor, { mediaTypes, formatters }: OpenApp['settings']): boolean {
  return format !== 'none' && accept !== mediaTypes.hal && !formatters.some(({ mediaType }) => mediaType === accept)
}

// What a pattern has after another one; null unless it begins with it, and no parameter follows.
function tailOf (pattern: string, longer: string): string | null {
  const start = pattern.replace(/\/$/, '')
  if (longer !== start && !longer.startsWith(`${start}/`)) return null
  const tail = longer.slice(start.length)
  return /[:*]/.test(tail) ? null : tail
}

function pathBelow (path: string, tail: string): string {
  return path.replace(/\/?(?:\?.*)?$/s, '') + tail
}

function placedAt ({ method, fields, contentType }: ModelAction, path: string): PlacedAction {
  const type = contentType === null ? {} : { contentType }
  return { at: '', path, action: { name: '', href: path, method, fields, ...type } }
}

// The steps before it may be of another caller.
function tryStep ({ source, visitor: { caller }, name }: Candidate, response: Exchange): Step {
  const after = source.visitor.caller.name === caller.name ? '' : `, after the steps of ${source.visitor.caller.name}`
  return {
    kind: 'action', at: '', name, landing: 'response', requests: [`${requestOf(response)} (as ${caller.name}${after})`]
  }
}

async function reach (laboratory: Laboratory, { source: { visitor }, steps, find }: Candidate) {
  const reached = await laboratory.reach(visitor, steps)
  const placed = reached === null ? null : find(laboratory.session, reached.source)
  return reached === null || placed === null ? null : { ...reached, placed }
}

// What others have done may have made it possible.
async function isOfferedThere (
  session: Session, { visitor }: Candidate, { method, path }: Exchange, placed: PlacedAction
): Promise<boolean> {
  const own = method === 'GET' ? actionsOf(session, await session.read(visitor, path)) : []
  return own.some(({ action, path }) => action.method === placed.action.method && path === placed.path)
}

// Identifiers may differ between apps, so the caller reads everything in the app in which it followed the steps.
async function isOfferedAnyway (laboratory: Laboratory, candidate: Candidate): Promise<boolean> {
  const found = await reach(laboratory, candidate)
  if (found === null) return true
  const { session, settings } = laboratory
  const own = new Record()
  const { visitor } = candidate
  await new Walk(session, own, settings, new Offers(settings.sample)).run([firstVisit(visitor, settings.start)])
  return own.isOffered(visitor, found.placed.action.method, found.placed.path)
}
