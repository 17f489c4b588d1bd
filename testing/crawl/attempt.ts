// Tries offered actions: each in a fresh app, after the steps that lead to it.
import type { Submission } from '../../hypermedia/encode.ts'
import type { Apps } from './apps.ts'
import { type Exchange, isSuccess, requestOf } from './exchange.ts'
import type { ActionRequests } from './input.ts'
import type { Offer, Offers } from './offers.ts'
import type { CrawlSettings } from './options.ts'
import { perform, type PlacedAction, requestsOf, selfOf } from './perform.ts'
import { type Entered, eventPlace, type Record } from './record.ts'
import { findAction, locationOf, replay } from './replay.ts'
import { offerKind, Sample } from './sample.ts'
import { Session } from './session.ts'
import { type Landing, type Step, stepOf } from './step.ts'
import type { Visitor } from './visitor.ts'
import { readIn, type Visit, Walk } from './walk.ts'

/** What is needed to try actions. */
export interface Laboratory {
  readonly apps: Apps
  readonly record: Record
  readonly settings: CrawlSettings
  readonly visitors: readonly Visitor[]
}

/** An offered action in a fresh app, after the steps that lead to it. */
interface Trial extends ActionRequests, Entered {
  readonly offer: Offer
  readonly session: Session
  readonly placed: PlacedAction
}

/** Tries the actions of each kind of state, until no state offers one that was not tried. */
export async function tryAll (laboratory: Laboratory, offers: Offers): Promise<void> {
  const tried = new Set<string>()
  const sample = new Sample(laboratory.settings.sample)
  for (let offer = offers.take(); offer !== undefined; offer = offers.take()) {
    const key = keyOf(offer)
    // One that was tried in another format counts for this one.
    if (!sample.take(offerKind(offer)) || tried.has(key)) continue
    tried.add(key)
    await tryOffer(laboratory, offer, offers)
  }
}

// The same request in the same state of the app, although several representations and formats may offer it.
function keyOf ({ source: { visitor }, placed: { action, path }, steps }: Offer): string {
  const earlier = steps.filter(({ kind }) => kind === 'action').map(({ requests: _requests, ...move }) => move)
  return JSON.stringify([visitor.caller.name, action.method, path, earlier])
}

// The crawl goes on after the first input only.
async function tryOffer (laboratory: Laboratory, offer: Offer, offers: Offers): Promise<void> {
  const { record } = laboratory
  const inputs = await inFreshApp(laboratory, offer, async trial => {
    const [request] = trial.requests
    if (request === undefined) return leaveUnknown(record, trial)
    await tryFirst(laboratory, trial, request, offers)
    return trial.requests.length
  })
  for (let index = 1; index < (inputs ?? 0); index++) {
    if (record.has('CRAWL003', offer.source.visitor, placeOf(offer))) return
    await inFreshApp(laboratory, offer, async trial => {
      const request = trial.requests[index]
      if (request !== undefined) await tryRequest(record, trial, request)
    })
  }
}

function leaveUnknown (record: Record, { offer, session, placed, unknown }: Trial): number {
  const message = `no valid value was found for ${unknown.join(', ')}. ${fillRemedy(session, placed)}`
  record.leave(offer.source.visitor, placeOf(offer), message)
  return 0
}

// The option `fill` is by the name of a route.
function fillRemedy (session: Session, { action, path }: PlacedAction): string {
  const name = session.routeOf(action.method, path)?.route.name ?? null
  if (name === null) return 'Name its route (config.hyper.name), and give the input by that name with the option fill.'
  return `Give the input: fill: { ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`}: fields => ({ … }) }.`
}

type Work<R> = (trial: Trial) => Promise<R>

async function inFreshApp<R> ({ apps, record, settings }: Laboratory, offer: Offer, work: Work<R>): Promise<R | null> {
  const { source: { visitor }, placed: { at, action: { name } }, steps } = offer
  return apps.use(async open => {
    const session = new Session(open, record)
    const reached = await replay(session, visitor, steps, settings)
    const placed = reached === null ? null : findAction(session, reached.source, { at, name })
    if (reached === null || placed === null) {
      record.leave(visitor, placeOf(
        offer
      ), 'it is not offered when the steps that led to it are repeated in a fresh app. ' +
        'Return a new app with the same resources from each call of the function.')
      return null
    }
    return work({
      offer, session, ...reached, placed, ...await requestsOf(session, reached.source, placed, settings.fill)
    })
  })
}

function placeOf ({ source, placed, steps }: Pick<Offer, 'source' | 'placed' | 'steps'>): string {
  return eventPlace(source, steps, memberOf(placed)).place
}

function memberOf ({ action }: PlacedAction): string {
  return `action '${action.name}'`
}

async function tryFirst (laboratory: Laboratory, trial: Trial, request: Submission, offers: Offers): Promise<void> {
  const { session, source, placed } = trial
  const walk = new Walk(session, laboratory.record, laboratory.settings, offers)
  // For their entity tags.
  const reads = source.method === 'GET' ? [source.path, selfOf(session, source, placed) ?? source.path] : []
  for (const path of reads) walk.remember(await session.read(source.visitor, path))
  const response = await tryRequest(laboratory.record, trial, request)
  if (response.status < 400) await proceed(laboratory, trial, walk, response)
}

async function tryRequest (record: Record, trial: Trial, request: Submission): Promise<Exchange> {
  const { session, source, placed, filled } = trial
  const { response, tagged } = await perform(session, source, placed, request)
  const { method, path, status } = response
  const place = eventPlace(
    source, [...trial.steps, stepTo(trial, response, 'response')], memberOf(placed), requestOf(response)
  )
  await record.judge({ kind: 'action', method, path, matches: true, constraints: [], filled, tagged, response }, place)
  if (!filled && [400, 422].includes(status)) {
    record.leave(
      source.visitor, place.place,
      `its input is unknown: the response without one is ${status}. ${fillRemedy(session, placed)}`
    )
  }
  if (status === 428) {
    record.leave(
      source.visitor, place.place,
      'its route requires If-Match, and no representation of the resource has a strong entity tag.'
    )
  }
  return response
}

// Reads what a client reads after an action: the resource in the response or at its Location, the representation that
// offered it, and the resource it belongs to.
async function proceed ({ visitors }: Laboratory, trial: Trial, walk: Walk, response: Exchange): Promise<void> {
  const { offer, session, source, placed } = trial
  const { visitor } = source
  const { name } = placed.action
  const stepsTo = (landing: Landing, path: string): Step[] => [...trial.steps, stepTo(trial, response, landing, path)]
  const from = {
    source, state: offer.state, member: memberOf(placed), label: name, isAction: true, kind: 'action' as const
  }
  const location = locationOf(session, response)
  if (isSuccess(response) && response.resources.length > 0 && location === null) {
    await walk.run(await walk.enter(response, { steps: stepsTo('response', response.path), from }))
  }
  const visits: Visit[] = []
  if (location !== null) {
    const arrival = { ...from, member: `Location after '${name}'`, kind: 'link' as const }
    visits.push({ visitor, path: location, steps: stepsTo('location', location), from: arrival })
  }
  const self = selfOf(session, source, placed)
  const reload = source.method === 'GET' ? [['reload', source.path] as const] : []
  const again = [...reload, ...self === null || self === source.path ? [] : [['self', self] as const]]
  for (const [landing, path] of again) {
    if (!isGone(await session.read(visitor, path))) visits.push({ visitor, path, steps: stepsTo(landing, path), from })
  }
  await walk.run(visits.flatMap(visit => inEachFormat(visit, visitors)))
}

function stepTo (
  { placed: { at, action: { name } } }: Trial, response: Exchange, landing: Landing, path = response.path
): Step {
  return stepOf({ kind: 'action', at, name, landing }, path, requestOf(response))
}

// An action has the same effect in each format: it is performed once.
function inEachFormat (visit: Visit, visitors: readonly Visitor[]): Visit[] {
  const { visitor: own, path, steps } = visit
  const others = visitors.filter(({ caller, format }) => caller === own.caller && format !== own.format)
  return [visit, ...others.map(visitor => ({ ...visit, visitor, steps: [...steps, readIn(visitor, path)] }))]
}

// An action may remove the resource, or the caller's access to it.
function isGone ({ status }: Exchange): boolean {
  return [401, 403, 404, 410].includes(status)
}
