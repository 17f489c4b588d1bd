// What all ways to compile and resolve an action share.
import { after, type Eventual } from '../async/steps.ts'
import type { DeclaredAction } from '../declare/declarations.ts'
import type { TargetParts } from '../declare/target.ts'
import { NO_FIELDS, type FormFields } from '../forms/fields/form-fields.ts'
import type { Environment } from '../targets/environment.ts'
import { resolveString, type CompiledString } from '../resolution/localized.ts'
import type { LinkOwner } from '../targets/omission.ts'
import type { AnyCondition } from '../policies/conditions.ts'
import type { TargetPolicies } from '../policies/target-policies.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { CompiledAction, WholeAction } from './compiled.ts'

/** The names of an action in JSON. */
export type ActionKeys = Pick<CompiledAction, 'key' | 'curie' | 'templateName' | 'templateKey' | 'templateCurie'>

/** What its target adds to a compiled action. */
export interface ActionTarget extends Omit<
  CompiledAction, 'name' | 'place' | 'check' | 'batched' | 'state' | keyof ActionKeys
> {
  /** The conditions that the route of its fixed target adds. */
  readonly conditions: readonly AnyCondition[]
}

/** What is known of an action without its target. */
export interface ActionFacts {
  /** The name of the resource type. */
  readonly subject: string
  readonly owner: LinkOwner
  /** Where it is declared, for messages. */
  readonly place: string
  readonly declared: DeclaredAction
  readonly title: CompiledString
  readonly environment: Environment
  readonly policies: TargetPolicies
}

/** What is known of an action with its route. */
export interface ActionDetails {
  readonly method: string
  readonly title: CompiledString
  /** The title if a callback returns none. */
  readonly summary: string | null
  readonly contentType: string | null
  readonly deprecation: string | null
}

/** An action whose target only a request gives. */
export function unknownAction ({ method }: DeclaredAction): Omit<ActionTarget, 'resolve'> {
  return {
    method: method ?? 'POST',
    title: null,
    contentType: null,
    deprecation: null,
    form: NO_FIELDS,
    route: null,
    inputSchema: undefined,
    fixed: false,
    always: false,
    byPolicy: false,
    conditions: [],
    hrefPrefix: '',
    constant: false
  }
}

/** The method of an action; null if its route does not have the declared one. */
export function methodFor (declared: string | null, route: NamedRoute | null): string | null {
  if (route === null) return declared ?? 'POST'
  if (declared === null) return route.methods[0]!
  return route.methods.includes(declared) || (declared === 'HEAD' && route.methods.includes('GET')) ? declared : null
}

/** The title of an action: of its target, its declaration, or the summary of its route. */
export function titleOf (
  { attributes }: TargetParts, route: NamedRoute | null, { title }: ActionFacts
): CompiledString {
  return (attributes?.title || title) ?? summaryOf(route)
}

/** The summary of a route's schema; null if it has none. */
export function summaryOf (route: NamedRoute | null): string | null {
  const summary = route?.schema.summary
  return typeof summary === 'string' && summary !== '' ? summary : null
}

/** Resolves the title and the form of an action. Only formats that show fields make them. */
export function wholeAction (
  href: string, { summary, ...details }: ActionDetails, write: FormFields['write'], resource: unknown,
  resolution: Resolution
): Eventual<WholeAction> {
  return after(resolveString(details.title, resource, resolution), title =>
    after(resolution.showsForms ? write(resource, resolution) : NO_FIELDS, form =>
      ({ ...details, href, title: title ?? summary, form })))
}
