import type { Callback, DeclaredAffordance } from '../declare/declarations.ts'
import { isTarget, withoutTemplate, type TargetParts } from '../declare/target.ts'
import type { LinkTarget } from '../../types/links.ts'
import { fail } from '../errors.ts'
import { chain } from '../async/promises.ts'
import { checkKeys } from '../options/plugin-options.ts'
import { kindOf, describe } from '../diagnostics/wording.ts'
import { inputOf } from '../forms/fields/action-input.ts'
import { guarded, type Evaluate } from '../resolution/condition.ts'
import { compileForm, type Submission } from '../forms/fields/form.ts'
import { knowLanguages, NO_FIELDS, type FormFields, type WrittenForm } from '../forms/fields/form-fields.ts'
import { missingRoute } from '../resolution/missing-route.ts'
import type { ActionSlot, CompiledAction, LocatedAction } from './compiled.ts'
import type { NamedRoute } from '../routes/named-routes.ts'
import type { CompileEnvironment, FormUse } from '../forms/fields/form-use.ts'
import type { Environment, Resolution } from '../resolution/resolution.ts'
import { hopeless } from '../resolution/target-checks.ts'
import { checkPresent, compiledHref, compileTarget, constantFault, faultOf, hrefOf, isHopeless, isLost, namesRoute, valuesIn, type CompiledTarget } from '../resolution/target.ts'
import { compileText, knownText, wordsFor, type CompiledText } from '../resolution/localized-text.ts'

interface ActionFacts {
  readonly subject: string
  readonly place: string
  readonly declared: DeclaredAffordance
  readonly title: CompiledText
  readonly environment: Environment
}

/** How an action is called in answers. */
export type ActionKeys = Pick<CompiledAction, 'key' | 'curie' | 'templateKey' | 'templateCurie'>

/**
 * Compiles one declared action; method, content type, title and form of a fixed target are known here.
 * @throws FST_ERR_HYPER_INVALID_METHOD, FST_ERR_HYPER_UNKNOWN_KEY for a declared field that the input does not have
 */
export function compileAction (declared: DeclaredAffordance, keys: ActionKeys, subject: string, environment: CompileEnvironment): CompiledAction {
  const place = `links of ${subject}, action ${describe(declared.name)}`
  const facts = { subject, place, declared, title: compileText(declared.title, place, environment), environment }
  const core = compileTargetOf(declared.target, facts, environment.forms)
  // Named one by one: V8 takes a microsecond for each member that is added after a spread, and an app has many actions.
  return {
    place,
    name: declared.name,
    key: keys.key,
    curie: keys.curie,
    templateKey: keys.templateKey,
    templateCurie: keys.templateCurie,
    lead: core.lead,
    constant: core.constant,
    method: core.method,
    title: core.title,
    contentType: core.contentType,
    deprecation: core.deprecation,
    form: core.form,
    route: core.route,
    fixed: core.fixed,
    always: core.always,
    evaluate: guarded<unknown>(declared.conditions, core.evaluate, environment.settings.policies, place)
  }
}

type Core = Omit<CompiledAction, 'name' | 'place' | 'evaluate' | keyof ActionKeys> & { evaluate: Evaluate<ActionSlot> }

// The versions of a route may differ in method and input: which one it is, the request decides.
function compileTargetOf (target: DeclaredAffordance['target'], facts: ActionFacts, forms: FormUse[]): Core {
  if (!isTarget(target)) return compileCallback(target as Callback<unknown>, facts)
  if (target.kind === 'template') fail('FST_ERR_HYPER_INVALID_TARGET', facts.place, 'a URI template', 'The target of an action is a URL: use LinkTarget.route or LinkTarget.uri.')
  const { routes } = facts.environment
  const isAmbiguous = namesRoute(target) && routes.all(target.reference).length > 1 && !isHopeless(withoutTemplate(target), routes)
  return isAmbiguous ? compileCallback(() => target, facts) : compileFixed(target, facts, forms)
}

// Where some variables of a template stay open there is no URL, in either mode.
function neverFits (target: TargetParts, declared: TargetParts, { place, environment }: ActionFacts): null {
  if (declared.kind !== 'route-template') return hopeless(target, place, environment, 'the action')
  return fail('FST_ERR_HYPER_INVALID_TARGET', place, 'a route template with variables', `The target of an action is a URL, but ${constantFault(target, environment.routes)}.`)
}

/** What is known of an action with its route. */
interface ActionDetails {
  readonly method: string
  readonly title: CompiledText
  /** Where a function gives no title. */
  readonly summary: string | null
  readonly contentType: string | null
  readonly deprecation: string | null
}

type WriteForm = FormFields['write']

function compileFixed (template: TargetParts & LinkTarget, facts: ActionFacts, forms: FormUse[]): Core {
  const { declared, place, environment } = facts
  const target = withoutTemplate(template)
  const found = compileTarget(target, environment.routes, place)
  if (found === null) missingRoute(target, place, environment, 'the action')
  const compiled = found !== null && isHopeless(target, environment.routes) ? neverFits(target, template, facts) : found
  if (compiled === null) return { ...unknownAction(declared), fixed: true, evaluate: () => dropped(facts) }
  const { route, deprecation, constant } = compiled
  const method = methodFor(declared.method, route)
  if (method === null) fail('FST_ERR_HYPER_INVALID_METHOD', place, describe(declared.method), `The route ${describe(route!.name)} answers ${route!.methods.join(', ')}: chain one of these, or none.`)
  const input = inputOf(method, route, declared.input)
  const form = compileForm({ method, target, route, input }, facts)
  checkKeys(`${place}, fields`, declared.fields, form.derived.fields.map(field => field.property.name))
  if (route !== null) forms.push({ place, method, contentType: input.contentType, route, derived: form.derived, properties: form.properties })
  const { contentType } = input
  const details = { method, title: titleOf(target, route, facts), summary: summaryOf(route), contentType, deprecation }
  const always = declared.conditions.length === 0 && (constant || environment.settings.strict)
  const evaluate = evaluateFixed(compiled, details, form, facts)
  return { method, title: knownText(details.title), contentType, deprecation, form: form.constant, route, fixed: true, always, lead: compiled.lead ?? '', constant, evaluate }
}

// A plain slot where nothing but the path depends on the resource.
function evaluateFixed (compiled: CompiledTarget, details: ActionDetails, { constant, write }: FormFields, facts: ActionFacts): Evaluate<ActionSlot> {
  const plain: Evaluate<ActionSlot> = (resource, resolution) => compiled.rest(resource, resolution) ?? unresolved(compiled.parts, facts, resource, resolution)
  const record: Evaluate<ActionSlot> = (resource, resolution) => {
    const href = compiledHref(compiled, resource, resolution)
    return href === null ? unresolved(compiled.parts, facts, resource, resolution) : located(href, details, write, resource, resolution)
  }
  if (compiled.lead === null || typeof details.title === 'function') return record
  return constant !== null ? plain : (resource, resolution) => resolution.showsForms ? record(resource, resolution) : plain(resource, resolution)
}

function titleOf (target: TargetParts, route: NamedRoute | null, { title }: ActionFacts): CompiledText {
  return (target.attributes?.title || title) ?? summaryOf(route)
}

function summaryOf (route: NamedRoute | null): string | null {
  const summary = route?.schema.summary
  return typeof summary === 'string' && summary !== '' ? summary : null
}

// What is known of an action before its target is.
function unknownAction ({ method }: DeclaredAffordance): Omit<Core, 'evaluate'> {
  return { method: method ?? 'POST', title: null, contentType: null, deprecation: null, form: NO_FIELDS, route: null, fixed: false, always: false, lead: '', constant: false }
}

/** What is sent to one of the routes that a callback chooses. */
interface ChosenForm {
  readonly contentType: string | null
  readonly write: WriteForm
}

// One for each route that the callback ever chose: they are the app's, never a client's.
type ChosenForms = Map<NamedRoute | null, ChosenForm>

function compileCallback (callback: Callback<unknown>, facts: ActionFacts): Core {
  const forms: ChosenForms = new Map()
  knowLanguages(facts.declared, facts.place, facts.environment)
  return {
    ...unknownAction(facts.declared),
    evaluate: (resource, resolution) => chain(callback(resource, resolution.context!), found => locate(found, facts, forms, resource, resolution))
  }
}

/** Resolves a single action outside a configuration, without its form, as one that a callback returned; null where it cannot be resolved. */
export function locateAction (declared: DeclaredAffordance, subject: string, resource: unknown, resolution: Resolution): LocatedAction | null {
  const place = `links of ${subject}, action ${describe(declared.name)}`
  const facts: ActionFacts = { subject, place, declared, title: null, environment: resolution.environment }
  // Only the title of a declaration can be a promise, and there is none.
  return locate(declared.target, facts, new Map(), resource, resolution) as LocatedAction | null
}

function locate (found: unknown, facts: ActionFacts, forms: ChosenForms, resource: unknown, resolution: Resolution): ActionSlot | Promise<ActionSlot> {
  const { declared, subject, place, environment } = facts
  if (found === null || found === undefined) return null
  if (!isTarget(found)) return resolution.unresolved(subject, declared.name, () => `its function returned ${kindOf(found)}, which is no link target`, 'HYPER005', () => found)
  if (found.kind === 'template') return resolution.unresolved(subject, declared.name, () => 'its function returned a URI template, and the target of an action is a URL: return LinkTarget.route(…) or LinkTarget.uri(…)', 'HYPER005', () => found.reference)
  const target = withoutTemplate(found)
  checkPresent(target, environment.routes, place)
  const route = namesRoute(target) ? resolution.route(target.reference) ?? null : null
  const href = hrefOf(target, route, resource, resolution)
  if (href === null) return unresolved(target, facts, resource, resolution)
  const method = methodFor(declared.method, route)
  if (method === null) return resolution.unresolved(subject, declared.name, () => `the route ${describe(route!.name)} answers ${route!.methods.join(', ')}, not ${declared.method}`)
  const chosen = forms.get(route) ?? chosenForm({ method, target, route, input: inputOf(method, route, declared.input) }, facts)
  forms.set(route, chosen)
  return located(href, { method, title: titleOf(target, route, facts), summary: summaryOf(route), contentType: chosen.contentType, deprecation: null }, chosen.write, resource, resolution)
}

// Compiled with the first answer that shows it.
function chosenForm (submission: Submission, facts: ActionFacts): ChosenForm {
  let form: FormFields | undefined
  return {
    contentType: submission.input.contentType,
    write: (resource, resolution) => (form ??= compileForm(submission, facts)).write(resource, resolution)
  }
}

function methodFor (declared: string | null, route: NamedRoute | null): string | null {
  if (route === null) return declared ?? 'POST'
  if (declared === null) return route.methods[0]!
  return route.methods.includes(declared) || (declared === 'HEAD' && route.methods.includes('GET')) ? declared : null
}

// Fields are made only where the format shows them.
function located (href: string, { summary, ...details }: ActionDetails, write: WriteForm, resource: unknown, resolution: Resolution): LocatedAction | Promise<LocatedAction> {
  return chain<string | null, LocatedAction>(wordsFor(details.title, resource, resolution), title =>
    chain<WrittenForm, LocatedAction>(resolution.showsForms ? write(resource, resolution) : NO_FIELDS, form => ({ ...details, href, title: title ?? summary, form })))
}

function dropped ({ subject, declared, environment }: ActionFacts): null {
  environment.notices.count(subject, declared.name)
  return null
}

function unresolved (parts: TargetParts, { subject, declared }: ActionFacts, resource: unknown, resolution: Resolution): null {
  return resolution.unresolved(subject, declared.name, () => faultOf(parts, resource, resolution), isLost(parts, resolution) ? 'HYPER001' : 'HYPER005', () => valuesIn(parts, resource))
}
