// Tries offered actions: each after the steps that lead to it, where nothing else was changed.
import type { Submission } from '../../hypermedia/encode.ts'
import { type Exchange, isSuccess, requestOf } from './exchange.ts'
import type { ActionRequests } from './input.ts'
import { type Laboratory, stepAfter } from './laboratory.ts'
import type { Offer, Offers } from './offers.ts'
import { perform, type Performed, type PlacedAction, requestsOf, selfOf } from './perform.ts'
import { type Entered, eventPlace, type Record } from './record.ts'
import { findAction, locationOf } from './replay.ts'
import type { Session } from './session.ts'
import type { Landing, Step } from './step.ts'
import type { Visitor } from './visitor.ts'
import { readIn, type Visit, Walk } from './walk.ts'

/** An offered action in an app, after the steps that lead to it. */
interface Trial extends ActionRequests, Entered {
  readonly offer: Offer
  readonly session: Session
  readonly placed: PlacedAction
}

/** Tries the actions of each kind of state, until no state offers one that was not tried. */
export async function tryAll (laboratory: Laboratory, offers: Offers): Promise<void> {
  const early: Tried[] = []
  for (let offer = offers.take(); offer !== undefined; offer = offers.take()) {
    const found = offers.all.length
    const tried = await tryFirst(laboratory, offer, offers)
    // In the same app: an action that this one has made possible.
    const next = offers.takeEarly(found)
    if (next !== undefined) early.push(await tryFirst(laboratory, next, offers))
    await tryOthers(laboratory, tried)
  }
  for (const tried of early) await tryOthers(laboratory, tried)
}

interface Tried {
  readonly offer: Offer
  /** How many inputs it has. */
  readonly inputs: number
}

// The crawl goes on after the first input.
async function tryFirst (laboratory: Laboratory, offer: Offer, offers: Offers): Promise<Tried> {
  const trial = await trialOf(laboratory, offer)
  if (trial === null) return { offer, inputs: 0 }
  const { requests: [request] } = trial
  if (request === undefined) leaveUnknown(laboratory.record, trial)
  else await tryAndProceed(laboratory, trial, request, offers)
  return { offer, inputs: trial.requests.length }
}

async function tryOthers (laboratory: Laboratory, { offer, inputs }: Tried): Promise<void> {
  const { record } = laboratory
  for (let index = 1; index < inputs; index++) {
    if (record.has('CRAWL003', offer.source.visitor, placeOf(offer))) return
    const trial = await trialOf(laboratory, offer)
    const request = trial?.requests[index]
    if (trial === null || request === undefined) continue
    await judge(record, trial, await perform(trial.session, trial.source, trial.placed, request))
  }
}

async function trialOf (laboratory: Laboratory, offer: Offer): Promise<Trial | null> {
  const { source: { visitor }, placed: { at, action: { name } }, steps } = offer
  const reached = await laboratory.reach(visitor, steps)
  const { session, record, settings } = laboratory
  const placed = reached === null ? null : findAction(session, reached.source, { at, name })
  if (reached === null || placed === null) {
    const message = 'it is not offered when the steps that led to it are repeated in a fresh app. ' +
      'Return a new app with the same resources from each call of the function.'
    record.leave(visitor, placeOf(offer), message)
    return null
  }
  return { offer, session, ...reached, placed, ...await requestsOf(session, reached.source, placed, settings.fill) }
}

function leaveUnknown (record: Record, { offer, session, placed, unknown }: Trial): void {
  const message = `no valid value was found for ${unknown.join(', ')}. ${fillRemedy(session, placed)}`
  record.leave(offer.source.visitor, placeOf(offer), message)
}

// The option `fill` is by the name of a route.
function fillRemedy (session: Session, { action, path }: PlacedAction): string {
  const name = session.routeOf(action.method, path)?.route.name ?? null
  if (name === null) return 'Name its route (config.hyper.name), and give the input by that name with the option fill.'
  return `Give the input: fill: { ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`}: fields => ({ … }) }.`
}

function placeOf ({ source, placed, steps }: Pick<Offer, 'source' | 'placed' | 'steps'>): string {
  return eventPlace(source, steps, memberOf(placed)).place
}

function memberOf ({ action }: PlacedAction): string {
  return `action '${action.name}'`
}

async function tryAndProceed (
  laboratory: Laboratory, trial: Trial, request: Submission, offers: Offers
): Promise<void> {
  const { record, settings } = laboratory
  const { session, source, placed } = trial
  const walk = new Walk(session, record, settings, offers)
  // For their entity tags.
  const reads = source.method === 'GET' ? [source.path, selfOf(session, source, placed) ?? source.path] : []
  for (const path of reads) walk.remember(await session.read(source.visitor, path))
  const performed = await laboratory.perform(trial, placed, request)
  await judge(record, trial, performed)
  if (performed.response.status < 400) await proceed(laboratory, trial, walk, performed.response)
}

async function judge (record: Record, trial: Trial, { response, tagged }: Performed): Promise<void> {
  const { session, source, placed, filled } = trial
  const { method, path, status } = response
  const steps = [...trial.steps, stepAfter(placed, response, 'response')]
  const place = eventPlace(source, steps, memberOf(placed), requestOf(response))
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
}

// Reads what a client reads after an action: the resource in the response or at its Location, the representation that
// offered it, and the resource it belongs to.
async function proceed ({ visitors }: Laboratory, trial: Trial, walk: Walk, response: Exchange): Promise<void> {
  const { offer, session, source, placed } = trial
  const { visitor } = source
  const { name } = placed.action
  const stepsTo = (landing: Landing, path: string): Step[] =>
    [...trial.steps, stepAfter(placed, response, landing, path)]
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
