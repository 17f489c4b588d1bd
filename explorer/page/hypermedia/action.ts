import { isObject, membersOf, text } from './members.ts'

/** An action of the default format. Its fields are not described. */
export interface Action {
  readonly name: string
  readonly href: string
  readonly method: string
  readonly title: string | undefined
  readonly contentType: string | undefined
}

/** The actions of an `_actions` member. */
export function actionsOf (actions: unknown): Action[] {
  return membersOf(actions).flatMap(([name, value]) => {
    const href = isObject(value) ? text(value, 'href') : undefined
    if (!isObject(value) || href === undefined) return []
    return [{ name, href, method: methodOf(text(value, 'method') ?? 'POST'), title: text(value, 'title'), contentType: text(value, 'contentType') }]
  })
}

/** A method as it is sent: `patch` and `PATCH` are two to a server. */
export function methodOf (text: string): string {
  return text.toUpperCase()
}

/** Whether what is entered goes into the URL. */
export function isSentInQuery (method: string): boolean {
  return ['GET', 'HEAD', 'DELETE'].includes(method)
}
