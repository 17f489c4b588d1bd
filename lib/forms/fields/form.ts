import type { ProjectedField } from '../../../types/forms.ts'
import type { Environment } from '../../context/environment.ts'
import type { TargetParts } from '../../declare/target.ts'
import { describe } from '../../diagnostics/wording.ts'
import { parsesBodies } from '../../fastify/internals.ts'
import { routePlace } from '../../fastify/routes.ts'
import type { NamedRoute } from '../../routes/named-route.ts'
import { contentSchemas, inputPart, querySchema } from '../../schema/content.ts'
import { sharedSchemas } from '../../schema/references.ts'
import { deriveTree } from '../tree/derive-tree.ts'
import { type ActionInput, SENDABLE } from './action-input.ts'
import { type DerivedForm, deriveForm, isEdit } from './derive.ts'
import { compileFields, type FormFields, type FormOwner } from './form-fields.ts'

const URLENCODED = 'application/x-www-form-urlencoded'

const PARSERS: ReadonlyMap<string, string> = new Map([
  [URLENCODED, '@fastify/formbody'], ['multipart/form-data', '@fastify/multipart']
])

/** A form and the route that it is sent to, as the development check reads them. */
export interface FormUse {
  /** Where it is declared, for messages: `links of Order, action 'create'`. */
  readonly place: string
  readonly method: string
  /** The media type of the body; null if the method has no body. */
  readonly contentType: string | null
  readonly route: NamedRoute
  readonly derived: DerivedForm
  /** The derived fields, merged with the declared ones. */
  readonly properties: readonly ProjectedField[]
}

/** The environment while configurations are compiled. Collects the forms of actions with a fixed target. */
export interface CompileEnvironment extends Environment {
  readonly forms: FormUse[]
}

/** The request that a form is sent with. */
export interface FormRequest {
  readonly method: string
  readonly target: TargetParts
  /** The route of the target; null for a URL. */
  readonly route: NamedRoute | null
  readonly input: ActionInput
}

/** Compiles the form of an action: what does not depend on the resource is derived here. Logs what no form can send. */
export function compileForm (submission: FormRequest, owner: FormOwner): FormFields & { derived: DerivedForm } {
  const { method, route, input } = submission
  const shared = sharedSchemas(route?.server)
  const derived = deriveForm(input.schema, { method, nested: route?.formInput ?? false, shared })
  if (route !== null) {
    const isWhole = input.contentType !== null && input.contentType !== URLENCODED
    for (const { name, reason, isInTree = false } of derived.findings) {
      if (isInTree && isWhole) continue
      warnOf(route, method, `form field '${name}'`, reason, owner.environment)
    }
    warnOfUnsent(submission, route, owner.environment)
  }
  const treeOf = () => deriveTree(input.schema, { method, contentType: input.contentType, shared })
  return { derived, ...compileFields(derived, owner, { isShown: isEdit(method), treeOf }) }
}

// Logs what the route requires in a part of the request that a form does not send.
function warnOfUnsent ({ method, target, input }: FormRequest, route: NamedRoute, environment: Environment): void {
  const { body } = route.schema
  const part = inputPart(method)
  if (part === 'body' && body !== undefined && input.contentType === null) {
    const reason =
      `No form can send it, because forms are sent as ${SENDABLE.join(', ')}. Let the route accept one of these too.`
    warnOf(route, method, 'body', reason, environment)
  }
  warnOfUnparsed(method, input, route, environment)
  const [other, schema] = part === 'querystring'
    ? ['body', contentSchemas(body) === null ? body : undefined]
    : ['querystring', hasQuery(target) ? undefined : querySchema(route.schema)]
  const { fields } = deriveForm(schema, { method, nested: true, shared: sharedSchemas(route.server) })
  const names = fields.filter(({ required }) => required).map(({ property }) => describe(property.name)).join(', ')
  if (names === '') return
  const remedy = `Make ${names} optional, or a part of the ${part}.`
  warnOf(
    route, method, other, `No form can send it, because ${method} sends the fields as its ${part}. ${remedy}`,
    environment
  )
}

// Programs send a body of a media type that no form has, such as one of a formatter.
function warnOfUnparsed (
  method: string, { contentType }: ActionInput, route: NamedRoute, environment: Environment
): void {
  const { server } = route
  if (server === null || contentType === null || !SENDABLE.includes(contentType)) return
  if (parsesBodies(server, contentType)) return
  const remedy = `Register ${PARSERS.get(contentType) ?? 'a content type parser for it'}, or let the route take JSON.`
  warnOf(
    route, method, `body in ${contentType}`, `The app has no parser for it, so that each request is a 415. ${remedy}`,
    environment
  )
}

// The values of a target may be path or query parameters.
function hasQuery ({ values, query }: TargetParts): boolean {
  return values !== undefined || query !== undefined
}

function warnOf ({ url }: NamedRoute, method: string, subject: string, reason: string, { notices }: Environment): void {
  notices.report('HYPER014', `${routePlace(method, url)}, ${subject}`, () => [reason])
}
