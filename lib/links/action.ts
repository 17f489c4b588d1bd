import type { LinkTarget } from '../../types/targets.ts'
import { after, computed, type Eventual, type Steps } from '../async/steps.ts'
import type { Environment } from '../context/environment.ts'
import { type CompiledString, compileString, knownString, resolveString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import type { AnyCallback, DeclaredAction } from '../declare/declarations.ts'
import { isTarget, type TargetParts, withoutTemplate } from '../declare/target.ts'
import { describe, placeOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { inputOf } from '../forms/fields/action-input.ts'
import { isEdit } from '../forms/fields/derive.ts'
import { compileForm, type FormRequest } from '../forms/fields/form.ts'
import {
  type FormFields, laterFields, NO_FIELDS, NO_FORM_FIELDS, type WrittenForm
} from '../forms/fields/form-fields.ts'
import { addLanguages } from '../forms/fields/label.ts'
import { checkKeys } from '../options/checks.ts'
import { type AnyCondition, compileConditions } from '../policies/conditions.ts'
import { TargetPolicies } from '../policies/target-policies.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { checkEnforced, compileFixed } from '../targets/checks.ts'
import { type CompiledTarget, hrefOf, namesRoute, neverFits } from '../targets/target.ts'
import { omit, omitTarget, suffixOf, whyUnfit } from '../targets/why-omitted.ts'
import { type Call, compileCallback } from './callbacks.ts'
import type { ActionState, CompiledAction, WholeAction } from './compiled.ts'
import { compilePart, conditionsOf, countOmission, makeOfReturned, type PartFacts } from './part-target.ts'
import { compileReasons } from './state-reasons.ts'

/** The names of an action in JSON. */
export type ActionKeys = Pick<CompiledAction, 'key' | 'curie' | 'templateName' | 'templateKey' | 'templateCurie'>

/** What its target adds to a compiled action. */
interface ActionTargeting extends Omit<
  CompiledAction,
  'name' | 'place' | 'policies' | 'check' | 'batched' | 'state' | 'isDangerous' | keyof ActionKeys
> {
  /** The conditions that the route of its fixed target adds. */
  readonly conditions: readonly AnyCondition[]
}

/** What is known of an action without its target. */
interface ActionFacts extends PartFacts {
  readonly declared: DeclaredAction
}

/** What is known of an action with its route. */
interface ActionDetails {
  readonly method: string
  readonly title: CompiledString
  /** The title if a callback returns none. */
  readonly summary: string | null
  readonly contentType: string | null
  readonly deprecation: string | null
}

/**
 * Compiles one declared action. Method, content type, title and form of a fixed target are known here.
 * @throws FST_ERR_HYPER_INVALID_METHOD, FST_ERR_HYPER_UNKNOWN_KEY for a declared field that the input does not have
 */
export function compileAction (
  declared: DeclaredAction, keys: ActionKeys, subject: string, environment: Environment
): CompiledAction {
  const { name, target } = declared
  const place = placeOf(subject, 'action', name)
  const title = compileString(declared.title, place, environment)
  const policies = new TargetPolicies('itself', declared, place, environment)
  const facts = { place, subject, relation: name, declared, title, environment, policies }
  const targeting = compileTargeting(facts)
  if (isTarget(target) && namesRoute(target)) {
    checkEnforced(declared.conditions, target.reference, place, environment)
  }
  const { policies: declaredPolicies, always, byPolicy, check, batched } = compilePart(declared, targeting, facts)
  // Each property by its name: copies of objects take V8 longer.
  return {
    name,
    place,
    key: keys.key,
    curie: keys.curie,
    templateName: keys.templateName,
    templateKey: keys.templateKey,
    templateCurie: keys.templateCurie,
    hrefPrefix: targeting.hrefPrefix,
    constant: targeting.constant,
    hasValues: targeting.hasValues,
    method: targeting.method,
    title: targeting.title,
    contentType: targeting.contentType,
    deprecation: targeting.deprecation,
    form: targeting.form,
    route: targeting.route,
    inputSchema: targeting.inputSchema,
    fixed: targeting.fixed,
    never: targeting.never,
    state: stateOf(declared, facts, targeting.fixed ? targeting.conditions : null),
    isDangerous: declared.isDangerous,
    always,
    policies: declaredPolicies,
    byPolicy,
    check,
    batched,
    resolve: targeting.resolve
  }
}

// Null if its target is a URL, or chosen by a callback. The policies of a target that requests choose are not known.
function stateOf (
  { target, method, conditions }: DeclaredAction, { place, environment }: PartFacts,
  ofTarget: readonly AnyCondition[] | null
): ActionState | null {
  if (!isTarget(target) || !namesRoute(target)) return null
  const states = conditions.filter(condition => condition.kind === 'when')
  const others = [...conditions.filter(condition => condition.kind !== 'when'), ...ofTarget ?? []]
  return {
    routeName: target.reference,
    method,
    always: states.length === 0,
    holds: compileConditions(states, environment, place) ?? (() => true),
    reason: compileReasons(states, place, environment),
    permits: ofTarget === null ? () => false : compileConditions(others, environment, place) ?? (() => true)
  }
}

// The versions of a route may differ in method and input: the request decides which one it is.
function compileTargeting (facts: ActionFacts): ActionTargeting {
  const { declared: { target }, place, environment: { routes } } = facts
  if (!isTarget(target)) return compileChosen(compileCallback(target as AnyCallback, place), facts)
  if (target.kind === 'template') {
    const remedy = 'The target of an action is a URL: use LinkTarget.route or LinkTarget.uri.'
    fail('FST_ERR_HYPER_INVALID_TARGET', place, 'a URI template', remedy)
  }
  const isUnfit = neverFits(withoutTemplate(target), routes)
  if (isUnfit && target.kind === 'route-template') {
    // A template with open variables has no URL, in either mode.
    const reason = whyUnfit(target, routes.all(target.reference)[0]!, undefined)
    const remedy = `The target of an action is a URL, but ${reason}.`
    fail('FST_ERR_HYPER_INVALID_TARGET', place, 'a route template with variables', remedy)
  }
  const isAmbiguous = !isUnfit && namesRoute(target) && routes.all(target.reference).length > 1
  return isAmbiguous
    ? compileChosen(() => target, facts)
    : compileOneFixed(withoutTemplate(target), facts)
}

function compileOneFixed (target: TargetParts & LinkTarget, facts: ActionFacts): ActionTargeting {
  const { declared, environment } = facts
  const compiled = compileFixed(target, facts.place, environment)
  if (compiled === null) {
    return { ...unknownTargeting(declared), fixed: true, never: true, resolve: () => countOmission(facts) }
  }
  const { route, deprecation, constant } = compiled
  const method = methodFor(declared, route) ?? failMethod(facts, compiled)
  const input = inputOf(method, route, declared.input)
  const form = fieldsOf({ method, route, input }, facts)
  const { contentType } = input
  const details = { method, ...titlesOf(target, route, facts), contentType, deprecation }
  return {
    method,
    title: knownString(details.title),
    contentType,
    deprecation,
    form,
    route,
    inputSchema: input.schema,
    fixed: true,
    never: false,
    always: constant || environment.settings.strict,
    byPolicy: form.byPolicy,
    conditions: conditionsOf(compiled, facts),
    hrefPrefix: compiled.hrefPrefix ?? '',
    hasValues: target.values !== undefined || target.query !== undefined,
    constant: constant && !isWhole(compiled, details) && form.isConstant,
    resolve: fixedResolve(compiled, details, form, facts)
  }
}

// A form whose fields nobody declared has no mistakes of a declaration: it is derived when somebody reads it first.
function fieldsOf (request: FormRequest, facts: ActionFacts): FormFields {
  const { declared: { fields, prefill }, place } = facts
  if (prefill === null && Object.keys(fields).length === 0) {
    return laterFields(() => compileForm(request, facts), !isEdit(request.method) || request.input.schema === undefined)
  }
  const form = compileForm(request, facts)
  checkKeys(`${place}, fields`, fields, form.derived.fields.map(field => field.property.name))
  return form
}

function failMethod ({ declared, place }: ActionFacts, { route }: CompiledTarget): never {
  const remedy = `The route ${describe(route!.name)} has ${route!.methods.join(', ')}: chain one of these, or none.`
  return fail('FST_ERR_HYPER_INVALID_METHOD', place, describe(declared.method), remedy)
}

// A string if only the path depends on the resource.
function fixedResolve (
  target: CompiledTarget, details: ActionDetails, form: FormFields, facts: ActionFacts
): CompiledAction['resolve'] {
  const needsWhole = isWhole(target, details)
  const suffix = suffixOf(target, facts)
  if (!needsWhole && form.isConstant) return suffix
  return (resource, resolution, represented) => {
    if (!needsWhole && !resolution.showsForms) return suffix(resource, resolution)
    const href = hrefOf(target, resource, resolution)
    if (href === null) return omitTarget(facts, target.parts, resource, resolution)
    const write = () => form.write(resource, resolution, represented)
    return wholeAction(href, details, write, resource, resolution)
  }
}

// Whether more than the end of the href may depend on the resource.
function isWhole ({ hrefPrefix }: CompiledTarget, { title }: ActionDetails): boolean {
  return hrefPrefix === null || typeof title === 'function'
}

// An action whose target is known with a request only.
function unknownTargeting ({ method }: DeclaredAction): Omit<ActionTargeting, 'resolve'> {
  return {
    method: method ?? 'POST',
    title: null,
    contentType: null,
    deprecation: null,
    form: NO_FORM_FIELDS,
    route: null,
    inputSchema: undefined,
    fixed: false,
    never: false,
    always: false,
    byPolicy: false,
    conditions: [],
    hrefPrefix: '',
    hasValues: false,
    constant: false
  }
}

// By the routes of the app that the callback chose so far, which clients cannot add to.
type ChosenForms = Map<NamedRoute | null, ChosenForm>

/** The form of one of these routes. */
interface ChosenForm {
  readonly contentType: string | null
  readonly form: Pick<FormFields, 'write'>
}

function compileChosen (call: Call, facts: ActionFacts): ActionTargeting {
  const forms: ChosenForms = new Map()
  addLanguages(facts.declared, facts.place, facts.environment)
  return {
    ...unknownTargeting(facts.declared),
    byPolicy: facts.policies.decideOnCallbacks,
    resolve: (resource, resolution, represented) =>
      after(call(resource, resolution), returned =>
        makeOfTarget(returned, facts, resource, resolution, (href, target, route) => {
          const method = methodFor(facts.declared, route)
          if (method === null) return omitMethod(facts, route!, resolution)
          const { contentType, form } = formOf(method, route, facts, forms)
          const details = { method, ...titlesOf(target, route, facts), contentType, deprecation: null }
          const write = () => form.write(resource, resolution, represented)
          return wholeAction(href, details, write, resource, resolution)
        }))
  }
}

// The target of an action is a URL.
function makeOfTarget (
  returned: unknown, facts: ActionFacts, resource: unknown, resolution: Resolution,
  make: Parameters<typeof makeOfReturned<WholeAction>>[4]
): Eventual<WholeAction | null> {
  if (!isTarget(returned)) return makeOfReturned(returned, facts, resource, resolution, make)
  if (returned.kind !== 'template') {
    return makeOfReturned(withoutTemplate(returned), facts, resource, resolution, make)
  }
  const reason = () => 'its function returned a URI template, and the target of an action is a URL: ' +
    'return LinkTarget.route(…) or LinkTarget.uri(…)'
  return omit(facts, { reason, values: () => returned.reference }, resolution)
}

function omitMethod (facts: ActionFacts, { name, methods }: NamedRoute, resolution: Resolution): null {
  const reason = () => `the route ${describe(name)} has ${methods.join(', ')}, not ${facts.declared.method}`
  return omit(facts, { reason }, resolution)
}

// Derived with the first response that shows it.
function formOf (
  method: string, route: NamedRoute | null, facts: ActionFacts, forms: ChosenForms
): ChosenForm {
  const known = forms.get(route)
  if (known !== undefined) return known
  const input = inputOf(method, route, facts.declared.input)
  const form = laterFields(() => compileForm({ method, route, input }, facts), false)
  const chosen = { contentType: input.contentType, form }
  forms.set(route, chosen)
  return chosen
}

/**
 * Resolves an action outside a configuration, such as one of a problem document, without its form. Returns null if it
 * cannot be resolved, and if the policies of its route that decide on the caller only do not allow it.
 * @throws LinkResolutionError in strict mode
 */
export function * resolveAction (
  declared: DeclaredAction, subject: string, resource: unknown, resolution: Resolution
): Steps<WholeAction | null> {
  const { name, target, input } = declared
  const { environment } = resolution
  const place = placeOf(subject, 'action', name)
  const policies = new TargetPolicies('other', declared, place, environment)
  const facts = { place, subject, relation: name, declared, title: null, environment, policies }
  return yield * computed(makeOfTarget(target, facts, resource, resolution, (href, target, route) => {
    const method = methodFor(declared, route)
    if (method === null) return omitMethod(facts, route!, resolution)
    const { title, summary } = titlesOf(target, route, facts)
    const { contentType } = inputOf(method, route, input)
    const text = resolution.localize(knownString(title)) ?? summary
    return { href, method, title: text, contentType, deprecation: null, form: NO_FIELDS }
  }))
}

// Null if its route does not have the declared method.
function methodFor ({ method }: DeclaredAction, route: NamedRoute | null): string | null {
  return route === null ? method ?? 'POST' : route.methodFor(method)
}

// The title of its target, of its declaration, or the summary of its route.
function titlesOf (
  { attributes }: TargetParts, route: NamedRoute | null, { title }: ActionFacts
): Pick<ActionDetails, 'title' | 'summary'> {
  const summary = route?.summary ?? null
  return { title: (attributes?.title || title) ?? summary, summary }
}

// Only formats that show fields make forms.
function wholeAction (
  href: string, { summary, ...details }: ActionDetails, write: () => Eventual<WrittenForm>, resource: unknown,
  resolution: Resolution
): Eventual<WholeAction> {
  return after(resolveString(details.title, resource, resolution), title =>
    after(resolution.showsForms ? write() : NO_FIELDS, written =>
      ({ ...details, href, title: title ?? summary, form: written })))
}
