import type { WrittenForm } from '../forms/fields/form-fields.ts'
import type { CompiledAction } from '../links/compiled.ts'

/** What a format writes of an action, whether it is known at start or not. */
export interface ActionDetails {
  readonly method: string
  readonly title: string | null
  readonly contentType: string | null
  readonly deprecation: string | null
  readonly form: WrittenForm | null
}

/** How a format writes actions: the member's name, and the texts around the href of one action. */
export interface ActionMember {
  readonly name: string
  key (action: CompiledAction): string
  curie (action: CompiledAction): number
  before (action: ActionDetails): string
  after (action: ActionDetails): string
}

/** The optional members of an action's JSON, each with a comma before it. */
export function actionText ({ title, contentType, deprecation }: ActionDetails): string {
  return memberText('title', title) + memberText('contentType', contentType) + memberText('deprecation', deprecation)
}

function memberText (name: string, value: string | null): string {
  return value === null ? '' : `,"${name}":${JSON.stringify(value)}`
}
