// Results of tools. Strings of the app are in the structured content and its copy only.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isWeak } from '../lib/http/weak-tag.ts'
import type { Caller, Reply } from './caller.ts'
import type { Document } from './document.ts'
import { embeddedJson } from './embedded.ts'
import { type Json, namesJson, offersJson } from './offers.ts'
import type { McpSettings } from './options.ts'

/** What a tool returns. */
export interface Result {
  readonly content: object
  readonly isError: boolean
}

/**
 * Returns a result as the protocol has it.
 * @param text the option; what failed has the copy always, because some clients pass on only its text
 */
export function toolResult ({ content, isError }: Result, text: McpSettings['text']): CallToolResult {
  const isCopied = isError || text === 'json'
  return {
    structuredContent: content as Json,
    content: [{ type: 'text', text: isCopied ? JSON.stringify(content) : summaryOf(content) }],
    ...(isError ? { isError } : {})
  }
}

// The names of members that the tools declare, and numbers: no text of the app.
function summaryOf (content: object): string {
  const members = Object.entries(content)
    .map(([name, value]) => Array.isArray(value) ? `${name} (${value.length})` : name)
  return `The structured content has ${members.join(', ')}.`
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
  return success({ status, data: null, possible: await possibleJson(path, caller) })
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
  const isResource = current.path === resource
  const state = isResource ? { data: current.document.data, ...tagJson(current.etag) } : {}
  const offered = offers ? document : current.document
  const possible = offers || isResource ? offersJson(offered, caller) : namesJson(offered)
  return failure({ status, url: path, error, ...retry(status), ...state, possible })
}

/** Returns the result of an action that the API redirects to another URL: it is not sent again. */
export async function repeatedResult (caller: Caller, { status }: Reply, path: string): Promise<Result> {
  const error = { title: 'The API redirected the action, which was not sent again. Nothing was done.' }
  return failure({ status, error, possible: await possibleJson(path, caller) })
}

/**
 * Returns the result of a call that was not sent.
 * @param error its cause, in words of this package
 * @param read the resource of the call: the result has its data; null for none
 */
export async function rejectedResult (caller: Caller, error: Json, read: Reply | null = null): Promise<Result> {
  const { document } = read ?? await readPossible(caller.entryPoint, caller)
  const state = read === null ? {} : { data: document.data, ...tagJson(read.etag) }
  return failure({ error, ...state, possible: namesJson(document) })
}

/** Returns the result of an action that was not sent: with the inputs of those that are possible. */
export function rejectedAction (caller: Caller, error: Json, { document, etag }: Reply): Result {
  return failure({ error, data: document.data, ...tagJson(etag), possible: offersJson(document, caller) })
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
  const nothing = { path: entryPoint, data: null, links: [], actions: [], embedded: [], paging: [] }
  return path === entryPoint ? { path, document: nothing, etag: undefined } : readPossible(entryPoint, caller)
}

// What is possible at a path; if it is gone, the names of what is possible at the entry point.
async function possibleJson (path: string, caller: Caller): Promise<Json> {
  const current = await readPossible(path, caller)
  return current.path === path ? offersJson(current.document, caller) : namesJson(current.document)
}

function documentJson (document: Document, caller: Caller): Json {
  const { data, embedded } = document
  const { url, ...offers } = offersJson(document, caller)
  return { url, data, ...offers, ...embedded.length === 0 ? {} : embeddedJson(document, caller) }
}
