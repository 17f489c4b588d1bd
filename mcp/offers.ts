// Links and actions in results.
import { annotationsOf } from './annotations.ts'
import type { ActionInput } from './api.ts'
import type { Caller } from './caller.ts'
import { type Document, fieldsOf, type OfferedAction, type OfferedLink } from './document.ts'
import { withValues } from './field-schema.ts'
import { variablesOf } from './link-routes.ts'

export type Json = Record<string, unknown>

/** What a result has of actions: the schemas of their inputs, or their names. */
export type Detail = 'schemas' | 'names'

/** Returns the links and actions of a document, with the inputs of the actions. */
export function offersJson ({ path, links, actions }: Document, caller: Caller): Json {
  return {
    url: path,
    links: links.map(link => linkJson(link, caller)),
    actions: actions.map(action => actionJson(action, caller))
  }
}

/** Returns the links and actions of a document, by name. */
export function namesJson ({ path, links, actions }: Document, caller: Caller): Json {
  return { url: path, links: links.map(link => linkJson(link, caller)), actions: actions.map(nameJson) }
}

/** Returns a link of a document. */
export function linkJson (link: OfferedLink, caller: Caller): Json {
  const { relation, link: { href, templated, title, deprecation }, path } = link
  return {
    relation,
    ...(templated ? { variables: variablesOf(link, caller) } : targetJson(href, path)),
    ...(title === undefined ? {} : { title }),
    ...(deprecation === undefined ? {} : { deprecated: true })
  }
}

function targetJson (href: string, path: string | null): Json {
  return path === null ? { external: href } : { url: path }
}

/** Returns an action by its name. */
export function nameJson ({ name, title, isDangerous }: OfferedAction): Json {
  return { action: name, ...(title === undefined ? {} : { title }), ...(isDangerous ? { dangerous: true } : {}) }
}

/** The values that the form of an action contains are the defaults of its input. */
function actionJson (action: OfferedAction, { api, request }: Caller): Json {
  const { method, path } = action
  const input = api.inputOf(action, request)
  return {
    ...nameJson(action),
    method,
    target: path,
    ...inputJson(action, { ...input, inputSchema: withValues(input.inputSchema, fieldsOf(action), method) })
  }
}

/** Returns the input of an action, and what a client may assume of it. */
export function inputJson (action: OfferedAction, { inputSchema, requiresEtag }: ActionInput): Json {
  return { inputSchema, ...(requiresEtag ? { requiresEtag } : {}), annotations: annotationsOf(action) }
}
