import type { LinkTarget } from '../../types/targets.ts'
import { after, type Eventual } from '../async/steps.ts'
import type { LocalizedString } from '../context/languages.ts'
import { type CompiledString, knownString, resolveString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import type { AnyCallback, DeclaredAction } from '../declare/declarations.ts'
import { isTarget, type TargetParts, withoutTemplate } from '../declare/target.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { type ActionInput, inputOf } from '../forms/fields/action-input.ts'
import { compileForm, type FormRequest } from '../forms/fields/form.ts'
import { type FormFields, laterFields, NO_FIELDS, NO_FORM_FIELDS } from '../forms/fields/form-fields.ts'
import { addLanguages } from '../forms/fields/label.ts'
import { isEdit } from '../forms/tree/derive-tree.ts'
import { checkKeys } from '../options/checks.ts'
import type { AnyCondition } from '../policies/conditions.ts'
import { remembered } from '../remembered.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { checkEnforced, compileFixed } from '../targets/checks.ts'
import { type CompiledTarget, type FoundTarget, namesRoute, neverFits } from '../targets/target.ts'
import { omit, whyUnfit } from '../targets/why-omitted.ts'
import { ActionState } from './action-state.ts'
import { type Call, compileCallback } from './callbacks.ts'
import type { PartScope, Resolve, Resource } from './part.ts'
import type { ResolvedAction, WholeAction } from './resolved.ts'
import { TargetedPart } from './targeted-part.ts'

/** What an action sends to one route. */
interface Sent extends Pick<ActionInput, 'contentType'> {
  readonly form: Pick<FormFields, 'write'>
}

/**
 * One declared action, compiled: a link with a method and a form. Method, content type, title and form of a fixed
 * target are known here.
 */
export class ActionPart extends TargetedPart<ResolvedAction, WholeAction> {
  readonly name: string
  /** The name in HAL-FORMS: its own, or `default`. */
  readonly templateName: string
  readonly declared: DeclaredAction
  /** Whether it cannot be undone. */
  readonly isDangerous: boolean
  /** Whether the state of a resource allows it; null if its target is a URL, or chosen by a callback. */
  readonly state: ActionState | null
  readonly resolve: Resolve<ResolvedAction>
  /** The path that hrefs begin with, after the origin, if the action resolves to a string. */
  hrefPrefix = ''
  /** Whether its fixed target has values, which may be parameters of its query. */
  hasValues = false
  method: string
  title: LocalizedString = null
  contentType: string | null = null
  deprecation: string | null = null
  form: FormFields = NO_FORM_FIELDS
  /** The named route of its fixed target. */
  route: NamedRoute | null = null
  /** The schema of its input; undefined for none. */
  inputSchema: unknown = undefined
  /** Whether its target is fixed, so that the method is known. */
  fixed = false
  /** Whether no resource has it, since its fixed target never works. */
  never = false
  // The conditions that the route of a fixed target adds.
  #added: readonly AnyCondition[] = []
  readonly #isProblem: boolean
  // By the route of a fixed target, and the routes of the app that callbacks chose so far, which clients cannot add to.
  readonly #sent = new Map<NamedRoute | null, Sent>()

  /**
   * @throws FST_ERR_HYPER_INVALID_METHOD, FST_ERR_HYPER_UNKNOWN_KEY for a declared field that the input does not have
   */
  constructor (declared: DeclaredAction, scope: PartScope) {
    const { name, target, conditions, isDefault } = declared
    super({ kind: 'action', name, acts: scope.isProblem === true ? 'other' : 'itself' }, declared, scope)
    this.#isProblem = scope.isProblem === true
    this.declared = declared
    this.name = name
    this.templateName = isDefault ? 'default' : name
    this.isDangerous = declared.isDangerous
    this.method = declared.method ?? 'POST'
    this.resolve = this.#compile()
    if (isTarget(target) && namesRoute(target)) {
      checkEnforced(conditions, target.reference, this.place, this.environment)
    }
    this.restrict(conditions, this.#added, target)
    this.state = isTarget(target) && namesRoute(target)
      ? new ActionState(this, target.reference, this.fixed ? this.#added : null)
      : null
  }

  // The versions of a route may differ in method and input: the request decides which one it is.
  #compile (): Resolve<ResolvedAction> {
    const { declared: { target }, place, environment: { routes } } = this
    if (!isTarget(target)) return this.#compileChosen(compileCallback(target as AnyCallback, place))
    if (target.kind === 'template') {
      const remedy = 'The target of an action is a URL: use LinkTarget.route or LinkTarget.uri.'
      fail('FST_ERR_HYPER_INVALID_TARGET', place, 'a URI template', remedy)
    }
    const versions = namesRoute(target) ? routes.all(target.reference) : []
    const isUnfit = neverFits(withoutTemplate(target), routes)
    if (isUnfit && target.kind === 'route-template') {
      // A template with open variables has no URL, in either mode.
      const remedy = `The target of an action is a URL, but ${whyUnfit(target, versions[0]!, undefined)}.`
      fail('FST_ERR_HYPER_INVALID_TARGET', place, 'a route template with variables', remedy)
    }
    if (!isUnfit && versions.length > 1) return this.#compileChosen(() => target)
    return this.#compileFixed(withoutTemplate(target))
  }

  #compileChosen (call: Call): Resolve<ResolvedAction> {
    addLanguages(this.declared, this.place, this.environment)
    this.byPolicy = this.targetPolicies.decideOnCallbacks
    return (resource, resolution) =>
      after(call(resource.value, resolution), returned => this.ofReturned(returned, resource, resolution))
  }

  #compileFixed (target: TargetParts & LinkTarget): Resolve<ResolvedAction> {
    const { declared, environment } = this
    const compiled = compileFixed(target, this.place, environment)
    this.fixed = true
    this.never = compiled === null
    if (compiled === null) return this.wholeOf(null)
    const { route, hrefPrefix, deprecation } = compiled
    this.method = methodOf(declared, route) ?? this.#failMethod(route!)
    const input = inputOf(this.method, route, declared.input)
    this.form = this.#fieldsOf({ method: this.method, route, input })
    this.#sent.set(route, { contentType: input.contentType, form: this.form })
    const title = this.#titleOf(target, route)
    const isWhole = hrefPrefix === null || typeof title === 'function'
    this.title = knownString(title)
    this.contentType = input.contentType
    this.deprecation = deprecation
    this.route = route
    this.inputSchema = input.schema
    this.hrefPrefix = hrefPrefix ?? ''
    this.constant = compiled.constant && !isWhole && this.form.isConstant
    this.hasValues = target.values !== undefined || target.query !== undefined
    this.always = compiled.constant || environment.settings.strict
    this.byPolicy = this.form.byPolicy
    this.#added = this.conditionsOf(compiled)
    return this.#resolveFixed(compiled, isWhole)
  }

  // A string if only the path depends on the resource.
  #resolveFixed (target: CompiledTarget, isWhole: boolean): Resolve<ResolvedAction> {
    const whole = this.wholeOf(target)
    if (isWhole) return whole
    const suffix = this.suffixOf(target)
    if (this.form.isConstant) return suffix
    return (resource, resolution) => (resolution.showsForms ? whole : suffix)(resource, resolution)
  }

  // A form whose fields nobody declared has no mistakes of a declaration: it is derived when somebody reads it first.
  #fieldsOf (request: FormRequest): FormFields {
    const { declared: { fields, prefill } } = this
    if (prefill === null && Object.keys(fields).length === 0) {
      const isConstant = !isEdit(request.method) || request.input.schema === undefined
      return laterFields(() => compileForm(request, this), isConstant)
    }
    const form = compileForm(request, this)
    checkKeys(`${this.place}, fields`, fields, form.properties.map(({ name }) => name))
    return form
  }

  #failMethod ({ name, methods }: NamedRoute): never {
    const remedy = `The route ${describe(name)} has ${methods.join(', ')}: chain one of these, or none.`
    return fail('FST_ERR_HYPER_INVALID_METHOD', this.place, describe(this.declared.method), remedy)
  }

  // The title of its target, of its declaration, or the summary of its route.
  #titleOf ({ attributes }: TargetParts, route: NamedRoute | null): CompiledString {
    return (attributes?.title || this.ownTitle) ?? route?.summary ?? null
  }

  protected override whole (
    { href, parts, route, deprecation }: FoundTarget, resource: Resource, resolution: Resolution
  ): Eventual<WholeAction | null> {
    const { declared } = this
    const method = methodOf(declared, route)
    if (method === null) return this.#omitMethod(route!, resolution)
    const { contentType, form } = remembered(this.#sent, route, () => this.#chosen(route))
    const write = () => resolution.showsForms ? form.write(resource.value, resolution, resource) : NO_FIELDS
    return after(resolveString(this.#titleOf(parts, route), resource.value, resolution), text =>
      after(write(), written => {
        const title = text ?? route?.summary ?? null
        return { href, method, title, contentType, deprecation, form: written }
      }))
  }

  // Derived with the first response that shows it.
  #chosen (route: NamedRoute | null): Sent {
    const method = methodOf(this.declared, route)!
    const input = inputOf(method, route, this.declared.input)
    const form = this.#isProblem
      ? NO_FORM_FIELDS
      : laterFields(() => compileForm({ method, route, input }, this), false)
    return { contentType: input.contentType, form }
  }

  #omitMethod ({ name, methods }: NamedRoute, resolution: Resolution): null {
    const reason = () => `the route ${describe(name)} has ${methods.join(', ')}, not ${this.declared.method}`
    return omit(this, { reason }, resolution)
  }
}

// Null if its route does not have the declared method.
function methodOf ({ method }: Pick<DeclaredAction, 'method'>, route: NamedRoute | null): string | null {
  return route === null ? method ?? 'POST' : route.methodFor(method)
}
