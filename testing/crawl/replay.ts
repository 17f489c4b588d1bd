import { type Exchange, isSuccess, requestOf } from './exchange.ts'
import { hrefOf } from './follow.ts'
import type { CrawlSettings } from './options.ts'
import { actionsOf, perform, type PlacedAction, requestsOf, selfOf } from './perform.ts'
import type { Entered } from './record.ts'
import type { Session } from './session.ts'
import { type Landing, type Step, stepOf } from './step.ts'
import type { Visitor } from './visitor.ts'

/**
 * Repeats the steps of a caller from the entry point. Returns the last representation, with the steps as they are in
 * this app; null if a step is not possible in it.
 */
export async function replay (
  session: Session, { caller }: Visitor, steps: readonly Step[], settings: CrawlSettings
): Promise<Entered | null> {
  let current: Exchange | null = null
  const taken: Step[] = []
  for (const step of steps) {
    if (step.kind === 'action') {
      const performed: Performed | null = current === null ? null : await performAgain(session, current, step, settings)
      if (performed === null) return null
      current = performed.landed
      taken.push(stepOf(step, current.path, performed.request))
    } else {
      current = await readAgain(session, current, step, caller, settings)
      if (current === null) return null
      taken.push(stepOf(step, current.path))
    }
  }
  return current === null ? null : { source: current, steps: taken }
}

type Reading = Exclude<Step, { kind: 'action' }>

async function readAgain (
  session: Session, current: Exchange | null, step: Reading, caller: Visitor['caller'], { start }: CrawlSettings
): Promise<Exchange | null> {
  if (step.kind === 'read') return session.read({ ...step, caller }, current?.path ?? start)
  if (current === null) return null
  const href = step.kind === 'redirect' ? current.headers['location'] ?? null : linkOf(current, step)
  const path = href === null ? null : session.pathOf(href, current.path)
  return path === null ? null : session.read(current.visitor, path)
}

interface Performed {
  /** Its request line. */
  readonly request: string
  readonly landed: Exchange
}

async function performAgain (
  session: Session, current: Exchange, step: Extract<Step, { kind: 'action' }>, { fill }: CrawlSettings
): Promise<Performed | null> {
  const placed = findAction(session, current, step)
  const request = placed === null ? undefined : (await requestsOf(session, current, placed, fill)).requests[0]
  if (placed === null || request === undefined) return null
  const { response } = await perform(session, current, placed, request)
  const landed = await land(session, current, placed, response, step.landing)
  return landed === null ? null : { request: requestOf(response), landed }
}

function linkOf ({ resources }: Exchange, { at, rel, index }: Extract<Step, { kind: 'link' }>): string | null {
  const link = resources.find(resource => resource.at === at)?.links
    .find(link => link.rel === rel && link.index === index)
  return link === undefined ? null : hrefOf(link)
}

/** Returns the action of a resource, if it is offered. */
export function findAction (
  session: Session, source: Exchange, { at, name }: { at: string, name: string }
): PlacedAction | null {
  return actionsOf(session, source).find(placed => placed.at === at && placed.action.name === name) ?? null
}

// What a client reads after an action; null if there is nothing to read.
async function land (
  session: Session, source: Exchange, placed: PlacedAction, response: Exchange, landing: Landing
): Promise<Exchange | null> {
  if (landing === 'response') return response
  const path = landing === 'location'
    ? locationOf(session, response)
    : landing === 'self' ? selfOf(session, source, placed) : source.path
  return path === null ? null : session.read(source.visitor, path)
}

/** Returns the path in `Location` after a successful action, or null. */
export function locationOf (session: Session, response: Exchange): string | null {
  const location = response.headers['location']
  const isDone = isSuccess(response) || (response.status >= 300 && response.status < 400)
  return location === undefined || !isDone ? null : session.pathOf(location, response.path)
}
