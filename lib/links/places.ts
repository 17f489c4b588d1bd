// How messages name the place of a declaration.
import { describe } from '../diagnostics/wording.ts'

/** The place of a declared link: `links of Order, relation 'self'`. */
export function linkPlace (subject: string, relation: string): string {
  return `links of ${subject}, relation ${describe(relation)}`
}

/** The place of a declared action: `links of Order, action 'cancel'`. */
export function actionPlace (subject: string, name: string): string {
  return `links of ${subject}, action ${describe(name)}`
}

/** The place of a declared embedded relation: `links of Order, embedded 'lines'`. */
export function embedPlace (subject: string, relation: string): string {
  return `links of ${subject}, embedded ${describe(relation)}`
}
