// Whether guards allow callers to actions that no representation offers them.
import { isSafe } from '../../lib/http/methods.ts'
import type { ModelAction } from '../../lib/model/model.ts'
import type { OpenApp, OpenApps } from './apps.ts'
import type { Laboratory } from './attempt.ts'
import { type Exchange, requestOf } from './exchange.ts'
import { type Offer, Offers } from './offers.ts'
import type { CrawlSettings } from './options.ts'
import { perform, type PlacedAction, requestsOf } from './perform.ts'
import { type Entered, eventPlace, Record } from './record.ts'
import { findAction, replay } from './replay.ts'
import { RouteIndex } from './route-index.ts'
import { earlierAction, resourceKind, Sample } from './sample.ts'
import { Session } from './session.ts'
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

/**
 * Tries, as each caller, the actions of guarded routes that only others are offered, and those that configurations
 * declare and nobody is offered. Nothing is tried after a crawl that was not complete:
 * what was not reached may offer them.
 */
export async function tryAdmissions (laboratory: Laboratory, { apps }: OpenApps, offers: Offers): Promise<void> {
  const { record, visitors } = laboratory
  const routes = new RouteIndex(apps.flatMap(({ routes }) => routes))
  const tried = new Set<string>()
  const sample = new Sample(laboratory.settings.sample)
  const views = viewsOf(record)
  const candidates = [...offeredToOthers(offers.all, visitors), ...apps.flatMap(open => declared(open, record, routes))]
  const bySteps = new Map<Candidate['steps'], Candidate[]>()
  for (const candidate of record.complete ? candidates : []) {
    const { visitor, method, path } = candidate
    const key = [visitor.caller.name, method, path].join('\n')
    if (tried.has(key) || record.isOffered(visitor, method, path)) continue
    const route = routes.find(method, path)?.route
    if (route?.guarded !== true) continue
    const { source, steps } = candidate
    const view = views.get(viewKey(visitor, source.path, steps)) ?? resourceKind(source, '', steps)
    if (!sample.take([visitor.caller.name, visitor.format, method, route.url, view].join('\n'))) continue
    tried.add(key)
    bySteps.set(steps, [...bySteps.get(steps) ?? [], candidate])
  }
  for (const group of bySteps.values()) await tryGroup(laboratory, group)
}

// Rejected requests change nothing, so that one app is enough for all after the same steps. What is not rejected is
// tried again, in an app of its own.
async function tryGroup (laboratory: Laboratory, group: readonly Candidate[]): Promise<void> {
  for (let next = 0; next < group.length; next++) {
    next += await rejectedIn(laboratory, group.slice(next))
    if (next < group.length) await tryCandidate(laboratory, group[next]!)
  }
}

/** Returns how many candidates are rejected before one is not. All have the same steps. */
async function rejectedIn ({ apps, record, settings }: Laboratory, group: readonly Candidate[]): Promise<number> {
  const { source: { visitor }, steps } = group[0]!
  return apps.use(async open => {
    const session = new Session(open, record)
    const reached = await replay(session, visitor, steps, settings)
    if (reached === null) return group.length
    for (const [index, candidate] of group.entries()) {
      const placed = candidate.find(session, reached.source)
      const response = placed === null ? null : await attempt(session, candidate, reached.source, placed, settings)
      if (response !== null && response.status < 400) return index
    }
    return group.length
  })
}

async function attempt (
  session: Session, { visitor }: Candidate, source: Exchange, placed: PlacedAction, { fill }: CrawlSettings
): Promise<Exchange | null> {
  const { requests: [request] } = await requestsOf(session, source, placed, fill)
  return request === undefined ? null : (await perform(session, { ...source, visitor }, placed, request)).response
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

async function tryCandidate (laboratory: Laboratory, candidate: Candidate): Promise<void> {
  const { apps, record, settings } = laboratory
  const tried = await apps.use(async open => {
    const session = new Session(open, record)
    const found = await reach(session, candidate, laboratory)
    const response = found === null ? null : await attempt(session, candidate, found.source, found.placed, settings)
    return found === null || response === null
      ? null
      : { response, steps: [...found.steps, tryStep(candidate, response)] }
  })
  if (tried === null || tried.response.status >= 400 || await isOfferedAnyway(laboratory, candidate)) return
  const { response, steps } = tried
  const place = eventPlace(response, steps, candidate.name)
  await record.judge({ kind: 'admission', action: candidate.name, response }, place)
}

// The steps before it may be of another caller.
function tryStep ({ source, visitor: { caller }, name }: Candidate, response: Exchange): Step {
  const after = source.visitor.caller.name === caller.name ? '' : `, after the steps of ${source.visitor.caller.name}`
  return {
    kind: 'action', at: '', name, landing: 'response', requests: [`${requestOf(response)} (as ${caller.name}${after})`]
  }
}

async function reach (session: Session, { source, steps, find }: Candidate, { settings }: Laboratory) {
  const reached = await replay(session, source.visitor, steps, settings)
  const placed = reached === null ? null : find(session, reached.source)
  return reached === null || placed === null ? null : { ...reached, placed }
}

// Identifiers may differ between apps, so the caller reads everything in the app in which it followed the steps.
function isOfferedAnyway (laboratory: Laboratory, candidate: Candidate): Promise<boolean> {
  const { apps, record, settings } = laboratory
  return apps.use(async open => {
    const session = new Session(open, record)
    const found = await reach(session, candidate, laboratory)
    const own = new Record()
    const { visitor } = candidate
    await new Walk(session, own, settings, new Offers()).run([firstVisit(visitor, settings.start)])
    return found === null || own.isOffered(visitor, found.placed.action.method, found.placed.path)
  })
}
