// Results of tools. Strings of the app are in the structured content and its copy only.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isWeak } from '../lib/http/entity-tag.ts'
import { templateVariables } from '../lib/http/uri-template.ts'
import { annotationsOf } from './annotations.ts'
import type { Caller, Reply } from './caller.ts'
import type { Document, OfferedAction, OfferedLink } from './document.ts'

type Json = Record<string, unknown>

/** Returns a result with a copy of its content as JSON, for clients that read text only. */
export function toolResult (content: object, isError = false): CallToolResult {
  return {
    structuredContent: content as Json,
    content: [{ type: 'text', text: JSON.stringify(content) }],
    ...(isError ? { isError } : {})
  }
}

/** Returns the result of a successful response. */
export function resourceResult (caller: Caller, { document, status, etag }: Reply): CallToolResult {
  // A weak tag is of no use to `act`.
  return toolResult({
    status, ...(etag === undefined || isWeak(etag) ? {} : { etag }), ...documentJson(document, caller)
  })
}

/** Returns the result of a response without content: what is possible now. */
export async function emptyResult (caller: Caller, { status }: Reply, path: string): Promise<CallToolResult> {
  return toolResult({ status, data: null, possible: await possibleAt(path, caller) })
}

/**
 * Returns the result of a request that the API rejected, with what its problem document offers, or else what a resource
 * or the entry point offers.
 * @param resource the path of the resource whose action was rejected; null for a read
 */
export async function problemResult (
  caller: Caller, { document, status, path }: Reply, resource: string | null
): Promise<CallToolResult> {
  const { data, links, actions } = document
  const offers = links.length > 0 || actions.length > 0
  const possible = offers ? offersJson(document, caller) : await possibleAt(resource ?? caller.entryPoint, caller)
  const error = status < 400 ? { title: 'The URL redirects to another site, or too often.' } : data
  return toolResult({ status, url: path, error, ...retry(status), possible }, true)
}

/** Returns the result of an action that the API redirects to another URL: it is not sent again. */
export async function repeatedResult (caller: Caller, { status }: Reply, path: string): Promise<CallToolResult> {
  const error = { title: 'The API redirected the action, which was not sent again. Nothing was done.' }
  return toolResult({ status, error, possible: await possibleAt(path, caller) }, true)
}

/** Returns the result of a call that was not sent. @param error its cause, in words of this package */
export async function rejectedResult (
  caller: Caller, error: Json, document: Document | null = null
): Promise<CallToolResult> {
  const possible = document === null ? await possibleAt(caller.entryPoint, caller) : offersJson(document, caller)
  return toolResult({ error, possible }, true)
}

const STALE = 'Open the resource, and pass its etag to act.'

// 412 and 428: RFC 9110, section 15.5.13, and RFC 6585, section 3.
function retry (status: number): Json {
  return status === 412 || status === 428 ? { hint: STALE } : {}
}

async function possibleAt (path: string, caller: Caller): Promise<Json> {
  const { entryPoint } = caller
  const reply = await caller.read(path)
  if (reply.status < 300) return offersJson(reply.document, caller)
  return path === entryPoint ? { url: entryPoint, links: [], actions: [] } : possibleAt(entryPoint, caller)
}

function offersJson ({ path, links, actions }: Document, caller: Caller): Json {
  return { url: path, links: links.map(linkJson), actions: actions.map(action => actionJson(action, caller)) }
}

function documentJson ({ path, data, links, actions, embedded }: Document, caller: Caller): Json {
  return {
    url: path,
    data,
    links: links.map(linkJson),
    actions: actions.map(action => actionJson(action, caller)),
    ...(embedded.length === 0
      ? {}
      : {
          embedded: Object.fromEntries(embedded.map(([relation, documents]) =>
            [relation, documents.map(one => documentJson(one, caller))]))
        })
  }
}

function linkJson ({ relation, link: { href, templated, title, deprecation }, path }: OfferedLink): Json {
  return {
    relation,
    ...(templated ? { variables: templateVariables(href) } : path === null ? { external: href } : { url: path }),
    ...(title === undefined ? {} : { title }),
    ...(deprecation === undefined ? {} : { deprecated: true })
  }
}

function actionJson (action: OfferedAction, { api, request }: Caller): Json {
  const { name, title, method, path } = action
  const { inputSchema, requiresEtag } = api.inputOf(action, request)
  return {
    action: name,
    ...(title === undefined ? {} : { title }),
    method,
    target: path,
    inputSchema,
    ...(requiresEtag ? { requiresEtag } : {}),
    annotations: annotationsOf(method)
  }
}
