// An action whose target a callback chooses for each resource.
import type { LinkTarget } from '../../types/targets.ts'
import { ignoreRejections } from '../async/promises.ts'
import { after, computed, type Eventual, type Steps } from '../async/steps.ts'
import type { DeclaredAction } from '../declare/declarations.ts'
import { isTarget, withoutTemplate, type TargetParts } from '../declare/target.ts'
import { kindOf, describe } from '../diagnostics/wording.ts'
import { inputOf } from '../forms/fields/action-input.ts'
import { addLanguages, NO_FIELDS, type FormFields } from '../forms/fields/form-fields.ts'
import { compileForm, type FormRequest } from '../forms/fields/form.ts'
import type { Call } from '../resolution/callbacks.ts'
import { knownString } from '../resolution/localized.ts'
import { omit } from '../targets/omission.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { omitTarget } from '../targets/faults.ts'
import { TargetPolicies } from '../policies/target-policies.ts'
import { resolveTarget, type ResolvedTarget } from '../targets/target.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { WholeAction } from './compiled.ts'
import { actionPlace } from './places.ts'
import {
  methodFor, summaryOf, titleOf, unknownAction, wholeAction, type ActionDetails, type ActionFacts, type ActionTarget
} from './whole-action.ts'

/** The form of one of the routes that a callback chooses. */
interface ChosenForm {
  readonly contentType: string | null
  readonly write: FormFields['write']
}

// By the routes of the app that the callback chose so far, which clients cannot add to.
type ChosenForms = Map<NamedRoute | null, ChosenForm>

/** Compiles an action with a callback for its target. */
export function callbackAction (call: Call, facts: ActionFacts): ActionTarget {
  const forms: ChosenForms = new Map()
  addLanguages(facts.declared, facts.place, facts.environment)
  return {
    ...unknownAction(facts.declared),
    byPolicy: facts.policies.decideOnCallbacks,
    resolve: (resource, resolution) =>
      after(after(call(resource, resolution), returned => find(returned, facts, forms, resource, resolution)), found =>
        found === null ? null : wholeAction(found.href, found.details, found.write, resource, resolution))
  }
}

/**
 * Resolves an action outside a configuration, such as one of a problem document, without its form. Returns null if it
 * cannot be resolved, and if the policies of its route that decide on the caller only do not allow it.
 * @throws LinkResolutionError in strict mode
 */
export function * resolveAction (
  declared: DeclaredAction, subject: string, resource: unknown, resolution: Resolution
): Steps<WholeAction | null> {
  const { name, target } = declared
  const { environment } = resolution
  const owner = { resourceType: subject, relation: name }
  const place = actionPlace(subject, name)
  const policies = new TargetPolicies('other', declared, place, environment)
  const facts = { subject, owner, place, declared, title: null, environment, policies }
  const found = yield * computed(find(target, facts, new Map(), resource, resolution))
  if (found === null) return null
  const { summary, title, ...details } = found.details
  return { ...details, href: found.href, title: resolution.localize(knownString(title)) ?? summary, form: NO_FIELDS }
}

interface Found {
  readonly href: string
  readonly details: ActionDetails
  readonly write: FormFields['write']
}

// Callbacks return anything.
function find (
  returned: unknown, facts: ActionFacts, forms: ChosenForms, resource: unknown, resolution: Resolution
): Eventual<Found | null> {
  const { owner, place, policies } = facts
  if (returned === null || returned === undefined) return null
  if (!isTarget(returned)) {
    ignoreRejections(returned)
    const reason = () => `its function returned ${kindOf(returned)}, which is no link target`
    return omit(owner, { reason, values: () => returned }, resolution)
  }
  if (returned.kind === 'template') {
    const reason = () => 'its function returned a URI template, and the target of an action is a URL: ' +
      'return LinkTarget.route(…) or LinkTarget.uri(…)'
    return omit(owner, { reason, values: () => returned.reference }, resolution)
  }
  const target = withoutTemplate(returned)
  const resolved = resolveTarget(target, place, resource, resolution)
  return after(policies.decide(resolved.route, resource, resolution), isShown =>
    isShown ? describeTarget(target, resolved, facts, forms, resource, resolution) : null)
}

function describeTarget (
  target: TargetParts & LinkTarget, { href, route }: ResolvedTarget, facts: ActionFacts, forms: ChosenForms,
  resource: unknown, resolution: Resolution
): Found | null {
  const { declared, owner } = facts
  if (href === null) return omitTarget(owner, target, resource, resolution)
  const method = methodFor(declared.method, route)
  if (method === null) {
    const reason = () => `the route ${describe(route!.name)} has ${route!.methods.join(', ')}, not ${declared.method}`
    return omit(owner, { reason }, resolution)
  }
  const { contentType, write } = formOf(
    { method, target, route, input: inputOf(method, route, declared.input) }, facts, forms
  )
  const details = {
    method, title: titleOf(target, route, facts), summary: summaryOf(route), contentType, deprecation: null
  }
  return { href, details, write }
}

// Derived with the first response that shows it.
function formOf (submission: FormRequest, facts: ActionFacts, forms: ChosenForms): ChosenForm {
  const known = forms.get(submission.route)
  if (known !== undefined) return known
  let form: FormFields | undefined
  const chosen: ChosenForm = {
    contentType: submission.input.contentType,
    write: (resource, resolution) => (form ??= compileForm(submission, facts)).write(resource, resolution)
  }
  forms.set(submission.route, chosen)
  return chosen
}
