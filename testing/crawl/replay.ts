// One step of a path, repeated in an app in which identifiers may differ.
import { type Exchange, isSuccess } from './exchange.ts'
import { hrefOf } from './follow.ts'
import { actionsOf, type PlacedAction, selfOf } from './perform.ts'
import type { Session } from './session.ts'
import type { Landing, Step } from './step.ts'
import type { Visitor } from './visitor.ts'

/**
 * Reads what a step leads to from a representation; null if it is not possible.
 * @param start the path of the entry point, for the first step
 */
export async function readAgain (
  session: Session, current: Exchange | null, step: Exclude<Step, { kind: 'action' }>, caller: Visitor['caller'],
  start: string
): Promise<Exchange | null> {
  if (step.kind === 'read') return session.read({ ...step, caller }, current?.path ?? start)
  if (current === null) return null
  const href = step.kind === 'redirect' ? current.headers['location'] ?? null : linkOf(current, step)
  const path = href === null ? null : session.pathOf(href, current.path)
  return path === null ? null : session.read(current.visitor, path)
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

/** Returns the path of what is read after an action; null if there is nothing to read. */
export function pathAfter (
  session: Session, source: Exchange, placed: PlacedAction, response: Exchange, landing: Landing
): string | null {
  switch (landing) {
    case 'response': return response.path
    case 'location': return locationOf(session, response)
    case 'self': return selfOf(session, source, placed)
    case 'reload': return source.path
  }
}

/** Returns the path in `Location` after a successful action, or null. */
export function locationOf (session: Session, response: Exchange): string | null {
  const location = response.headers['location']
  const isDone = isSuccess(response) || (response.status >= 300 && response.status < 400)
  return location === undefined || !isDone ? null : session.pathOf(location, response.path)
}
