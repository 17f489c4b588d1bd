import { isBatchCallback, type Condition, type Declarations } from '../declare/declarations.ts'
import { isTarget } from '../declare/target.ts'
import { fail } from '../errors.ts'
import { describe } from '../diagnostics/wording.ts'
import { actionPlace, embedPlace, linkPlace } from './places.ts'
import type { Environment } from '../resolution/environment.ts'
import { isBatchPolicy, judgesResource } from '../resolution/policies.ts'

/** A value that may be a callback, and where it is declared. */
type Declared = readonly [place: string, value: unknown]

/**
 * Reports callbacks that never return a value (`HYPER020`), and policies that are evaluated without the resource they judge (`HYPER016`).
 * @throws FST_ERR_HYPER_INVALID_OPTION in strict mode, for a callback without a return statement
 */
export function checkCallbacks (declared: Declarations, subject: string, environment: Environment): void {
  for (const [place, value] of callbacksOf(declared, subject)) {
    const callback = isBatchCallback(value) ? value.many : value
    if (typeof callback === 'function' && neverReturns(callback)) reportMissingReturn(place, environment)
  }
  for (const [place, { conditions }] of partsOf(declared, subject)) {
    for (const condition of conditions) reportUnjudged(place, condition, environment)
  }
}

// Parameters without defaults or nested parentheses: where a simple pattern cannot be sure, nothing is reported.
const BLOCK_BODY = /^(?:async\s+)?(?:[\w$]+\s*=>|(?:function\s+)?[\w$]*\s*\([^()]*\)(?:\s*=>)?)\s*\{/

// Whether a function always returns undefined: it has a block with statements, and its source has no `return`, `throw` or `yield`.
function neverReturns (callback: object): boolean {
  const source = Function.prototype.toString.call(callback)
  const head = BLOCK_BODY.exec(source)?.[0]
  if (head === undefined || /\b(?:return|throw|yield)\b/.test(source)) return false
  // An empty body is intended, and native code has none.
  const body = source.slice(head.length, -1).trim()
  return body !== '' && body !== '[native code]'
}

function reportMissingReturn (place: string, { settings, notices }: Environment): void {
  const remedy = 'Return the value, or write the function without braces: order => …'
  if (settings.strict) fail('FST_ERR_HYPER_INVALID_OPTION', place, 'a function without a return statement', `${remedy}.`)
  notices.warn('HYPER020', place, () => [remedy])
}

function reportUnjudged (place: string, condition: Condition, { settings: { policies }, notices }: Environment): void {
  if (condition.kind === 'when' || condition.select !== null) return
  const { policy } = condition
  if (!Object.hasOwn(policies, policy) || isBatchPolicy(policies, policy) || !judgesResource(policies, policy)) return
  const remedy = `Pass a selector: requireAuthorization(${describe(policy)}, resource => resource)`
  notices.warn('HYPER016', place, () => [describe(policy), remedy], `${place} ${policy}`)
}

type Part = readonly [place: string, part: { readonly conditions: readonly Condition[] }]

function partsOf ({ links, embeds, affordances }: Declarations, subject: string): Part[] {
  return [
    ...links.map((link): Part => [linkPlace(subject, link.relation), link]),
    ...embeds.map((embed): Part => [embedPlace(subject, embed.relation), embed]),
    ...affordances.map((action): Part => [actionPlace(subject, action.name), action])
  ]
}

function callbacksOf (declared: Declarations, subject: string): Declared[] {
  const conditions = partsOf(declared, subject).flatMap(([place, part]) => part.conditions.map((condition): Declared =>
    condition.kind === 'when' ? [`${place}, when`, condition.predicate] : [`${place}, requireAuthorization, select`, condition.select]))
  const links = declared.links.flatMap(({ relation, target, attributes }): Declared[] =>
    [...targetCallbacks(linkPlace(subject, relation), target), [`${linkPlace(subject, relation)}, title`, attributes.title]])
  const embeds = declared.embeds.map(({ relation, child }): Declared => [embedPlace(subject, relation), child])
  const actions = declared.affordances.flatMap(({ name, target, title, prefill, fields }): Declared[] => {
    const place = actionPlace(subject, name)
    return [...targetCallbacks(place, target), [`${place}, title`, title], [`${place}, prefill`, prefill], ...fieldCallbacks(place, fields)]
  })
  return [...conditions, ...links, ...embeds, ...actions]
}

function targetCallbacks (place: string, target: unknown): Declared[] {
  const targets = [target].flat()
  return targets.flatMap((target): Declared[] => isTarget(target)
    ? [[`${place}, values`, target.values], [`${place}, query`, target.query]]
    : [[`${place}, target`, target]])
}

function fieldCallbacks (place: string, fields: Declarations['affordances'][number]['fields']): Declared[] {
  return Object.entries(fields).flatMap(([name, { prompt, placeholder, options }]): Declared[] => {
    const at = `${place}, field '${name}'`
    return [[`${at}, prompt`, prompt], [`${at}, placeholder`, placeholder], ...targetCallbacks(`${at}, options`, options?.route)]
  })
}
