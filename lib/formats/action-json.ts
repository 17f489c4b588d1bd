import type { WrittenForm } from '../forms/fields/form-fields.ts'
import type { CompiledAction, WholeAction } from '../links/compiled.ts'

/** What a format writes of an action beside its href. */
export interface ActionContent {
  readonly method: string
  readonly title: string | null
  readonly contentType: string | null
  readonly deprecation: string | null
  readonly form: WrittenForm | null
}

/** How a format writes actions. */
export interface ActionMember {
  /** The name of the member. */
  readonly name: string
  key (action: CompiledAction): string
  curie (action: CompiledAction): number
  /** The JSON before the href. */
  before (action: ActionContent): string
  /** The JSON after the href. */
  after (action: ActionContent): string
}

/** The JSON object of an action with its whole href. */
export function actionJson (action: WholeAction, member: ActionMember): string {
  return member.before(action) + JSON.stringify(action.href).slice(1, -1) + member.after(action)
}

/** The optional members of an action, each after a comma. */
export function optionalMembers ({ title, contentType, deprecation }: ActionContent): string {
  return optionalMember('title', title) + optionalMember('contentType', contentType) + optionalMember('deprecation', deprecation)
}

function optionalMember (name: string, value: string | null): string {
  return value === null ? '' : `,"${name}":${JSON.stringify(value)}`
}
