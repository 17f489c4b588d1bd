// Names as people read them.
import { labelOf } from '../views/labels.ts'

export { inSentence, labelOf, nounOf, typeLabel } from '../views/labels.ts'

const LOGIN = /^(?:log-?in|sign-?in|authenticate)$/i

/** Whether a relation or action is the login of the app. */
export function isLogin (name: string): boolean {
  return LOGIN.test(name)
}

const USER = /^(?:user|user[-_]?name|name|login|e[-_]?mail|account)$/i

/** Whether a field of a login has what identifies the user. Any other field may be a secret. */
export function isUser ({ name, type }: { readonly name: string, readonly type: string }): boolean {
  return (type === 'text' || type === 'email') && USER.test(name)
}

/** Returns the title of a member, or its name as a label if it has none. */
export function titleOf (name: string, title = name): string {
  return title === name ? labelOf(name) : title
}

/** Returns an enumerated value as a label: `in_transit` becomes `In transit`. Codes stay: `EUR`, `TEA-12`. */
export function valueLabel (value: string): string {
  return /^[A-Z\d-]+$/.test(value) ? value : labelOf(value)
}
