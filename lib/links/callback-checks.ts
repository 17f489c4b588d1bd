import type { Condition, Declarations } from '../declare/declarations.ts'
import { isTarget } from '../declare/target.ts'
import { describe } from '../diagnostics/wording.ts'
import { actionPlace, embedPlace, linkPlace } from './places.ts'
import type { Environment } from '../targets/environment.ts'
import { checkReturn } from '../resolution/missing-return.ts'
import { isBatchPolicy, takesResource } from '../policies/policies.ts'

/** A value that may be a callback, and where it is declared. */
type Declared = readonly [place: string, value: unknown]

/**
 * Reports callbacks that never return a value (`HYPER020`), and policies that are evaluated without the resource they
 * take (`HYPER016`).
 * @throws FST_ERR_HYPER_INVALID_OPTION in strict mode, for a callback without a return statement
 */
export function checkCallbacks (declared: Declarations, subject: string, environment: Environment): void {
  for (const [place, value] of callbacksOf(declared, subject)) checkReturn(place, value, environment)
  for (const [place, { conditions }] of declaredParts(declared, subject)) {
    for (const condition of conditions) reportWithoutResource(place, condition, environment)
  }
}

function reportWithoutResource (
  place: string, condition: Condition, { settings: { policies }, notices }: Environment
): void {
  if (condition.kind === 'when' || condition.select !== null) return
  const { policy } = condition
  if (!Object.hasOwn(policies, policy) || isBatchPolicy(policies, policy) || !takesResource(policies, policy)) return
  const remedy = `Pass a selector: requireAuthorization(${describe(policy)}, resource => resource)`
  notices.warn('HYPER016', place, () => [describe(policy), remedy], `${place} ${policy}`)
}

type Part = readonly [place: string, part: { readonly conditions: readonly Condition[] }]

function declaredParts ({ links, embeds, actions }: Declarations, subject: string): Part[] {
  return [
    ...links.map((link): Part => [linkPlace(subject, link.relation), link]),
    ...embeds.map((embed): Part => [embedPlace(subject, embed.relation), embed]),
    ...actions.map((action): Part => [actionPlace(subject, action.name), action])
  ]
}

function callbacksOf (declared: Declarations, subject: string): Declared[] {
  const conditions = declaredParts(declared, subject)
    .flatMap(([place, part]) => part.conditions.map((condition): Declared =>
      condition.kind === 'when'
        ? [`${place}, when`, condition.predicate]
        : [`${place}, requireAuthorization, select`, condition.select]))
  const links = declared.links.flatMap(({ relation, target, attributes }): Declared[] =>
    [...targetCallbacks(linkPlace(subject, relation), target), [
      `${linkPlace(subject, relation)}, title`, attributes.title
    ]])
  const embeds = declared.embeds.map(({ relation, child }): Declared => [embedPlace(subject, relation), child])
  const actions = declared.actions.flatMap(({ name, target, title, prefill, fields }): Declared[] => {
    const place = actionPlace(subject, name)
    return [
      ...targetCallbacks(place, target), [`${place}, title`, title], [`${place}, prefill`, prefill],
      ...fieldCallbacks(place, fields)
    ]
  })
  const pages = Object.entries(declared.scheme ?? {})
    .map(([name, source]): Declared => [`links of ${subject}, page, ${name}`, source])
  return [...conditions, ...links, ...embeds, ...actions, ...pages]
}

function targetCallbacks (place: string, target: unknown): Declared[] {
  const targets = [target].flat()
  return targets.flatMap((target): Declared[] => isTarget(target)
    ? [[`${place}, values`, target.values], [`${place}, query`, target.query]]
    : [[`${place}, target`, target]])
}

function fieldCallbacks (place: string, fields: Declarations['actions'][number]['fields']): Declared[] {
  return Object.entries(fields).flatMap(([name, { prompt, placeholder, options }]): Declared[] => {
    const at = `${place}, field '${name}'`
    return [
      [`${at}, prompt`, prompt], [`${at}, placeholder`, placeholder],
      ...targetCallbacks(`${at}, options`, options?.route)
    ]
  })
}
