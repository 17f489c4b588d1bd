import type { LinkTarget } from '../../types/targets.ts'
import { isBatchCallback, type AnyCallback, type DeclaredAction } from '../declare/declarations.ts'
import { isTarget, withoutTemplate, type TargetParts } from '../declare/target.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { inputOf } from '../forms/fields/action-input.ts'
import type { FormFields } from '../forms/fields/form-fields.ts'
import type { CompileEnvironment, FormUse } from '../forms/fields/form-use.ts'
import { compileForm } from '../forms/fields/form.ts'
import { checkKeys } from '../options/checks.ts'
import { compileCallback } from '../resolution/callbacks.ts'
import { compileConditions, isBatched } from '../policies/conditions.ts'
import { compileString, knownString } from '../resolution/localized.ts'
import type { LinkOwner } from '../targets/omission.ts'
import { checkEnforced, checkUrl, reportMissingRoute, reportUnfit } from '../targets/checks.ts'
import { constantFault, omitTarget, suffixOf } from '../targets/faults.ts'
import { TargetPolicies } from '../policies/target-policies.ts'
import { compileTarget, hrefOf, namesRoute, neverFits, type CompiledTarget } from '../targets/target.ts'
import { actionState } from './action-state.ts'
import { callbackAction } from './callback-action.ts'
import type { CompiledAction } from './compiled.ts'
import { actionPlace } from './places.ts'
import {
  methodFor, summaryOf, titleOf, unknownAction, wholeAction,
  type ActionDetails, type ActionFacts, type ActionKeys, type ActionTarget
} from './whole-action.ts'

type Resolve = CompiledAction['resolve']

/**
 * Compiles one declared action. Method, content type, title and form of a fixed target are known here.
 * @throws FST_ERR_HYPER_INVALID_METHOD, FST_ERR_HYPER_UNKNOWN_KEY for a declared field that the input does not have
 */
export function compileAction (
  declared: DeclaredAction, keys: ActionKeys, subject: string, environment: CompileEnvironment
): CompiledAction {
  const { name, conditions } = declared
  const place = actionPlace(subject, name)
  const title = compileString(declared.title, place, environment)
  const policies = new TargetPolicies('itself', declared, place, environment)
  const facts = {
    subject, owner: { resourceType: subject, relation: name }, place, declared, title, environment, policies
  }
  const { conditions: added, ...target } = compileActionTarget(facts, environment.forms)
  if (isTarget(declared.target) && namesRoute(declared.target)) {
    checkEnforced(conditions, declared.target.reference, place, environment)
  }
  const all = [...conditions, ...added]
  return {
    place,
    name,
    ...keys,
    ...target,
    always: target.always && all.length === 0,
    byPolicy: target.byPolicy || all.some(({ kind }) => kind !== 'when'),
    state: actionState(declared, place),
    check: compileConditions(all, environment.settings.policies, place),
    batched: isBatchCallback(declared.target) ||
      all.some(condition => isBatched(condition, environment.settings.policies))
  }
}

// The versions of a route may differ in method and input: the request decides which one it is.
function compileActionTarget (facts: ActionFacts, forms: FormUse[]): ActionTarget {
  const { declared: { target }, place, environment: { routes } } = facts
  if (!isTarget(target)) return callbackAction(compileCallback(target as AnyCallback, place), facts)
  if (target.kind === 'template') {
    const remedy = 'The target of an action is a URL: use LinkTarget.route or LinkTarget.uri.'
    fail('FST_ERR_HYPER_INVALID_TARGET', place, 'a URI template', remedy)
  }
  const isAmbiguous = namesRoute(target) && routes.all(target.reference).length > 1 &&
    !neverFits(withoutTemplate(target), routes)
  return isAmbiguous ? callbackAction(() => target, facts) : fixedAction(target, facts, forms)
}

function fixedAction (declaredTarget: TargetParts & LinkTarget, facts: ActionFacts, forms: FormUse[]): ActionTarget {
  const { declared, place, environment, policies } = facts
  const target = withoutTemplate(declaredTarget)
  const compiled = compileChecked(target, declaredTarget, facts)
  if (compiled === null) return missingAction(facts)
  const { route, deprecation, constant } = compiled
  const method = methodFor(declared.method, route) ?? failMethod(facts, compiled)
  const input = inputOf(method, route, declared.input)
  const form = compileForm({ method, target, route, input }, facts)
  checkKeys(`${place}, fields`, declared.fields, form.derived.fields.map(field => field.property.name))
  const { contentType } = input
  if (route !== null) {
    forms.push({ place, method, contentType, route, derived: form.derived, properties: form.properties })
  }
  const title = titleOf(target, route, facts)
  const details = { method, title, summary: summaryOf(route), contentType, deprecation }
  return {
    method,
    title: knownString(title),
    contentType,
    deprecation,
    form: form.constant,
    route,
    inputSchema: input.schema,
    fixed: true,
    always: constant || environment.settings.strict,
    byPolicy: form.byPolicy,
    conditions: route === null ? [] : policies.conditionsOf([route]),
    hrefPrefix: compiled.hrefPrefix ?? '',
    constant,
    resolve: fixedResolve(compiled, details, form, facts)
  }
}

function compileChecked (
  target: TargetParts & LinkTarget, declaredTarget: TargetParts, { place, environment }: ActionFacts
): CompiledTarget | null {
  const { routes } = environment
  const compiled = compileTarget(target, environment, place)
  checkUrl(target, place, environment)
  if (compiled === null) reportMissingRoute(target, place, environment, 'the action')
  if (compiled === null || !neverFits(target, routes)) return compiled
  if (declaredTarget.kind !== 'route-template') return reportUnfit(target, place, environment, 'the action')
  // A template with open variables has no URL, in either mode.
  const remedy = `The target of an action is a URL, but ${constantFault(target, routes)}.`
  return fail('FST_ERR_HYPER_INVALID_TARGET', place, 'a route template with variables', remedy)
}

function failMethod ({ declared, place }: ActionFacts, { route }: CompiledTarget): never {
  const remedy = `The route ${describe(route!.name)} has ${route!.methods.join(', ')}: chain one of these, or none.`
  return fail('FST_ERR_HYPER_INVALID_METHOD', place, describe(declared.method), remedy)
}

// Start-up reported it. Here it is only counted.
function missingAction ({ owner, declared, environment }: ActionFacts): ActionTarget {
  const resolve = (): null => {
    environment.notices.count(owner.resourceType, owner.relation)
    return null
  }
  return { ...unknownAction(declared), fixed: true, resolve }
}

// A string if only the path depends on the resource.
function fixedResolve (
  target: CompiledTarget, details: ActionDetails, form: FormFields, { owner }: ActionFacts
): Resolve {
  const isWhole = target.hrefPrefix === null || typeof details.title === 'function'
  const suffix = suffixOf(target, owner)
  if (!isWhole && form.constant !== null) return suffix
  const whole = wholeOf(target, details, form, owner)
  return isWhole
    ? whole
    : (resource, resolution) => resolution.showsForms ? whole(resource, resolution) : suffix(resource, resolution)
}

function wholeOf (target: CompiledTarget, details: ActionDetails, { write }: FormFields, owner: LinkOwner): Resolve {
  return (resource, resolution) => {
    const href = hrefOf(target, resource, resolution)
    if (href === null) return omitTarget(owner, target.parts, resource, resolution)
    return wholeAction(href, details, write, resource, resolution)
  }
}
