import { isObject, membersOf, stringMember } from './members.ts'

/** An action of the default format. Its fields are not described. */
export interface Action {
  readonly name: string
  readonly href: string
  readonly method: string
  readonly title: string | undefined
  readonly contentType: string | undefined
}

/** Returns the actions in an `_actions` member. */
export function actionsOf (actions: unknown): Action[] {
  return membersOf(actions).flatMap(([name, value]) => {
    const href = isObject(value) ? stringMember(value, 'href') : undefined
    if (!isObject(value) || href === undefined) return []
    return [{
      name,
      href,
      method: methodOf(stringMember(value, 'method') ?? 'POST'),
      title: stringMember(value, 'title'),
      contentType: stringMember(value, 'contentType')
    }]
  })
}

/** Returns a method in upper case. `fetch` does not do this for `patch`. */
export function methodOf (method: string): string {
  return method.toUpperCase()
}
