// Results of tools. Strings of the app are in the structured content and its copy only.
import { isDeepStrictEqual } from 'node:util'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isWeak } from '../lib/http/entity-tag.ts'
import { templateVariables } from '../lib/http/uri-template.ts'
import { annotationsOf } from './annotations.ts'
import type { ActionInput } from './api.ts'
import type { Caller, Reply } from './caller.ts'
import { type Document, embeddedIn, type OfferedAction, type OfferedLink } from './document.ts'
import { withValues } from './field-schema.ts'

type Json = Record<string, unknown>

/** What a tool returns. */
export interface Result {
  readonly content: object
  readonly isError: boolean
}

/**
 * Returns a result as the protocol has it.
 * @param readsText whether the client may read the text block only: it has a copy of the content as JSON
 */
export function toolResult ({ content, isError }: Result, readsText: boolean): CallToolResult {
  return {
    structuredContent: content as Json,
    content: [{ type: 'text', text: readsText ? JSON.stringify(content) : summaryOf(content, isError) }],
    ...(isError ? { isError } : {})
  }
}

// The names of members that the tools declare, and numbers: no text of the app.
function summaryOf (content: object, isError: boolean): string {
  const members = Object.entries(content)
    .map(([name, value]) => Array.isArray(value) ? `${name} (${value.length})` : name)
  return `${isError ? 'The call failed. ' : ''}The structured content has ${members.join(', ')}.`
}

function success (content: object): Result {
  return { content, isError: false }
}

function failure (content: object): Result {
  return { content, isError: true }
}

/** Returns the result of a successful response. */
export function resourceResult (caller: Caller, { document, status, etag }: Reply): Result {
  return success({ status, ...tagJson(etag), ...documentJson(document, caller) })
}

// A weak tag is of no use to `act`.
function tagJson (etag: string | undefined): Json {
  return etag === undefined || isWeak(etag) ? {} : { etag }
}

/** Returns the result of a response without content: what is possible now. */
export async function emptyResult (caller: Caller, { status }: Reply, path: string): Promise<Result> {
  const { document } = await readPossible(path, caller)
  return success({ status, data: null, possible: offersJson(document, caller) })
}

/**
 * Returns the result of a request that the API rejected, with what its problem document offers, or else what a resource
 * or the entry point offers.
 * @param resource the path of the resource whose action was rejected: the result has its data; null for a read
 */
export async function problemResult (
  caller: Caller, { document, status, path }: Reply, resource: string | null
): Promise<Result> {
  const error = status < 400 ? { title: 'The URL redirects to another site, or too often.' } : document.data
  const offers = document.links.length > 0 || document.actions.length > 0
  if (offers && resource === null) {
    return failure({ status, url: path, error, ...retry(status), possible: offersJson(document, caller) })
  }
  const current = await readPossible(resource ?? caller.entryPoint, caller)
  const state = current.path === resource ? { data: current.document.data, ...tagJson(current.etag) } : {}
  const possible = offersJson(offers ? document : current.document, caller)
  return failure({ status, url: path, error, ...retry(status), ...state, possible })
}

/** Returns the result of an action that the API redirects to another URL: it is not sent again. */
export async function repeatedResult (caller: Caller, { status }: Reply, path: string): Promise<Result> {
  const error = { title: 'The API redirected the action, which was not sent again. Nothing was done.' }
  const { document } = await readPossible(path, caller)
  return failure({ status, error, possible: offersJson(document, caller) })
}

/**
 * Returns the result of a call that was not sent.
 * @param error its cause, in words of this package
 * @param read the resource of the call: the result has its data; null for none
 */
export async function rejectedResult (caller: Caller, error: Json, read: Reply | null = null): Promise<Result> {
  const { document } = read ?? await readPossible(caller.entryPoint, caller)
  const state = read === null ? {} : { data: document.data, ...tagJson(read.etag) }
  return failure({ error, ...state, possible: offersJson(document, caller) })
}

const STALE = 'Compare the data, and pass the etag of this result, or of the resource, to act.'

// 412 and 428: RFC 9110, section 15.5.13, and RFC 6585, section 3.
function retry (status: number): Json {
  return status === 412 || status === 428 ? { hint: STALE } : {}
}

/** Reads what is possible at a path; if it is gone, at the entry point. */
async function readPossible (path: string, caller: Caller): Promise<Pick<Reply, 'path' | 'document' | 'etag'>> {
  const { entryPoint } = caller
  const reply = await caller.read(path)
  if (reply.status < 300) return reply
  const nothing = { path: entryPoint, data: null, links: [], actions: [], embedded: [] }
  return path === entryPoint ? { path, document: nothing, etag: undefined } : readPossible(entryPoint, caller)
}

function offersJson ({ path, links, actions }: Document, caller: Caller): Json {
  return { url: path, links: links.map(linkJson), actions: actions.map(action => actionJson(action, caller)) }
}

function documentJson (document: Document, caller: Caller): Json {
  const { data, embedded } = document
  const { url, ...offers } = offersJson(document, caller)
  if (embedded.length === 0) return { url, data, ...offers }
  const shared = sharedActions(embeddedIn(document), caller)
  return {
    url,
    data,
    ...offers,
    embedded: embeddedJson(document, pathname(document.path)),
    ...(shared.length === 0 ? {} : { embeddedActions: shared })
  }
}

function embeddedJson ({ embedded }: Document, list: string | null): Json {
  return Object.fromEntries(embedded.map(([relation, rows]) => [relation, rows.map(row => rowJson(row, list))]))
}

/** @param list the path of the document, without its query: a link of a row that leads back to it is omitted */
function rowJson (row: Document, list: string | null): Json {
  const { path, data, actions } = row
  const links = row.links.filter(link => link.path === null || ![path, list].includes(pathname(link.path)))
  return {
    url: path,
    data,
    ...(links.length === 0 ? {} : { links: links.map(linkJson) }),
    ...(actions.length === 0 ? {} : { actions: actions.map(nameJson) }),
    ...(row.embedded.length === 0 ? {} : { embedded: embeddedJson(row, list) })
  }
}

function pathname (path: string | null): string | null {
  return path === null ? null : path.split('?', 1)[0]!
}

/** Returns the actions of rows that have the same input in all rows that offer them, each once. */
function sharedActions (rows: readonly Document[], { api, request }: Caller): Json[] {
  const inputs = new Map<string, { readonly one: OfferedAction, readonly input: ActionInput, isShared: boolean }>()
  for (const action of rows.flatMap(({ actions }) => actions)) {
    const input = api.inputOf(action, request)
    const known = inputs.get(action.name)
    if (known === undefined) inputs.set(action.name, { one: action, input, isShared: true })
    else known.isShared &&= known.one.method === action.method && isDeepStrictEqual(known.input, input)
  }
  return [...inputs].flatMap(([action, { one, input, isShared }]) =>
    isShared ? [{ action, method: one.method, ...inputJson(one, input) }] : [])
}

function linkJson ({ relation, link: { href, templated, title, deprecation }, path }: OfferedLink): Json {
  return {
    relation,
    ...(templated ? { variables: templateVariables(href) } : path === null ? { external: href } : { url: path }),
    ...(title === undefined ? {} : { title }),
    ...(deprecation === undefined ? {} : { deprecated: true })
  }
}

function nameJson ({ name, title }: OfferedAction): Json {
  return { action: name, ...(title === undefined ? {} : { title }) }
}

/** The values that the form of an action contains are the defaults of its input. */
function actionJson (action: OfferedAction, { api, request }: Caller): Json {
  const { method, path, fields } = action
  const input = api.inputOf(action, request)
  return {
    ...nameJson(action),
    method,
    target: path,
    ...inputJson(action, { ...input, inputSchema: withValues(input.inputSchema, fields) })
  }
}

function inputJson (action: OfferedAction, { inputSchema, requiresEtag }: ActionInput): Json {
  const { isDangerous } = action
  return {
    inputSchema,
    ...(requiresEtag ? { requiresEtag } : {}),
    ...(isDangerous ? { dangerous: true } : {}),
    annotations: annotationsOf(action)
  }
}
