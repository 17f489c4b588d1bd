import type { LinkText } from '../../types/links.ts'
import type { Callback, DeclaredAffordance } from '../declare/declarations.ts'
import { isTarget, partsOf, type TargetParts } from '../declare/target.ts'
import { refuse } from '../errors.ts'
import { chain } from '../promises.ts'
import { shown } from '../wording.ts'
import { guarded, type Evaluate } from './condition.ts'
import { compileForm, type Form } from './form.ts'
import { missingRoute } from './missing-route.ts'
import type { ActionSlot, CompiledAction, LocatedAction } from './projector.ts'
import type { NamedRoute } from './route-table.ts'
import type { Environment, Session } from './session.ts'
import { checkPresent, compileTarget, faultOf, hrefOf, isLost, namesRoute } from './target.ts'

interface ActionFacts {
  readonly subject: string
  readonly place: string
  readonly declared: DeclaredAffordance
  readonly environment: Environment
}

/** The part of a compiled action that knows nothing of keys. */
export type ActionCore = Pick<CompiledAction, 'name' | 'method' | 'title' | 'contentType' | 'fields' | 'deprecation' | 'details' | 'route' | 'fixed' | 'always' | 'evaluate'>

/**
 * Compiles one declared action; method, content type and title of a fixed target are known here.
 * @throws FST_ERR_HYPER_INVALID_METHOD
 */
export function compileAction (declared: DeclaredAffordance, subject: string, environment: Environment): ActionCore {
  const place = `links of ${subject}, action ${shown(declared.name)}`
  const facts = { subject, place, declared, environment }
  const core = compileTargetOf(declared.target, facts)
  return {
    ...core,
    name: declared.name,
    details: detailsText(core),
    evaluate: guarded<unknown>(declared.conditions, core.evaluate, environment.settings.policies, place)
  }
}

// The versions of a route may differ in method and input: which one it is, the request decides.
function compileTargetOf (target: DeclaredAffordance['target'], facts: ActionFacts): Core {
  if (!isTarget(target)) return compileCallback(target as Callback<unknown>, facts)
  const isAmbiguous = namesRoute(target) && facts.environment.routes.all(target.reference).length > 1
  return isAmbiguous ? compileCallback(() => target, facts) : compileFixed(target, facts)
}

/** The optional members of an action's JSON, each with a comma before it. */
export function detailsText ({ title, contentType, deprecation }: Pick<LocatedAction, 'title' | 'contentType' | 'deprecation'>): string {
  return memberText('title', title) + memberText('contentType', contentType) + memberText('deprecation', deprecation)
}

function memberText (name: string, value: string | null): string {
  return value === null ? '' : `,"${name}":${JSON.stringify(value)}`
}

type Core = Pick<CompiledAction, 'method' | 'title' | 'contentType' | 'fields' | 'deprecation' | 'route' | 'fixed' | 'always'> & { evaluate: Evaluate<ActionSlot> }

function compileFixed (target: TargetParts & Parameters<typeof partsOf>[0], facts: ActionFacts): Core {
  const compiled = compileTarget(target, facts.environment.routes, facts.place)
  const route = compiled?.route ?? null
  const method = methodFor(facts.declared.method, route)
  if (method === null) refuse('FST_ERR_HYPER_INVALID_METHOD', facts.place, shown(facts.declared.method), `The route ${shown(route!.name)} answers ${route!.methods.join(', ')}: chain one of these, or none.`)
  const form = compileForm(method, route?.schema ?? null, facts.declared.input)
  const details = { method, ...form, title: fixedTitle(target, facts.declared.title) ?? form.title, deprecation: compiled?.deprecation ?? null }
  const { settings } = facts.environment
  const known = { route, fixed: true, always: facts.declared.conditions.length === 0 && compiled !== null && (compiled.constant || settings.strict) }
  if (compiled === null) {
    missingRoute(target, facts)
    return { ...details, ...known, evaluate: () => dropped(facts) }
  }
  const title = titleCallback(target, facts.declared.title)
  if (title === null && namesRoute(target)) {
    return { ...details, ...known, evaluate: (resource, session) => compiled.href(resource, session) ?? unresolved(target, facts, resource, session) }
  }
  return {
    ...details,
    ...known,
    evaluate: (resource, session) => {
      const href = compiled.href(resource, session)
      return href === null ? unresolved(target, facts, resource, session) : located(href, { ...details }, title, resource, session)
    }
  }
}

function compileCallback (callback: Callback<unknown>, facts: ActionFacts): Core {
  const forms = new Map<NamedRoute | null, Form>()
  return {
    method: facts.declared.method ?? 'POST',
    title: null,
    contentType: null,
    fields: [],
    deprecation: null,
    route: null,
    fixed: false,
    always: false,
    evaluate: (resource, session) => chain(callback(resource, session.context!), found => locate(found, facts, forms, resource, session))
  }
}

function locate (target: unknown, facts: ActionFacts, forms: Map<NamedRoute | null, Form>, resource: unknown, session: Session): ActionSlot | Promise<ActionSlot> {
  const { declared, subject } = facts
  if (target === null || target === undefined) return null
  if (!isTarget(target)) return session.unresolved(subject, declared.name, () => `its function returned ${shown(target)}, which is no link target`)
  checkPresent(target, session.environment.routes, facts.place)
  const route = namesRoute(target) ? session.route(target.reference) ?? null : null
  const href = hrefOf(target, route, resource, session)
  if (href === null) return unresolved(target, facts, resource, session)
  const method = methodFor(declared.method, route)
  if (method === null) return session.unresolved(subject, declared.name, () => `the route ${shown(route!.name)} answers ${route!.methods.join(', ')}, not ${declared.method}`)
  const form = remembered(forms, method, route, declared.input)
  const title = fixedTitle(target, declared.title) ?? form.title
  return located(href, { method, ...form, title, deprecation: null }, titleCallback(target, declared.title), resource, session)
}

// One form for each route that the callback ever chose; they are the app's, never a client's.
function remembered (forms: Map<NamedRoute | null, Form>, method: string, route: NamedRoute | null, input: object | null): Form {
  let form = forms.get(route)
  if (form === undefined) forms.set(route, form = compileForm(method, route?.schema ?? null, input))
  return form
}

function methodFor (declared: string | null, route: NamedRoute | null): string | null {
  if (route === null) return declared ?? 'POST'
  if (declared === null) return route.methods[0]!
  return route.methods.includes(declared) || (declared === 'HEAD' && route.methods.includes('GET')) ? declared : null
}

function fixedTitle (target: TargetParts, title: LinkText<unknown> | undefined): string | null {
  return target.attributes?.title ?? (typeof title === 'string' ? title : null)
}

function titleCallback (target: TargetParts, title: LinkText<unknown> | undefined): Callback<unknown> | null {
  return target.attributes?.title === undefined && typeof title === 'function' ? title : null
}

function located (href: string, details: Omit<LocatedAction, 'href'>, title: Callback<unknown> | null, resource: unknown, session: Session): LocatedAction | Promise<LocatedAction> {
  if (title === null) return { ...details, href }
  return chain<unknown, LocatedAction>(title(resource, session.context!), text => ({ ...details, href, title: typeof text === 'string' ? text : details.title }))
}

function dropped ({ subject, declared, environment }: ActionFacts): null {
  environment.notices.count(subject, declared.name)
  return null
}

function unresolved (parts: TargetParts, { subject, declared }: ActionFacts, resource: unknown, session: Session): null {
  return session.unresolved(subject, declared.name, () => faultOf(parts, resource, session), isLost(parts, session) ? 'HYPER001' : 'HYPER005')
}
