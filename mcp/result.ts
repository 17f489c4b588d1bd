// Results of tools. Strings of the app are in the structured content and its copy only.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isWeak } from '../lib/http/weak-tag.ts'
import type { Caller, Reply } from './caller.ts'
import { type Document, type OfferedAction, offersOf } from './document.ts'
import { embeddedJson } from './embedded.ts'
import type { Variable } from './link-routes.ts'
import { type Detail, type Json, namesJson, offersJson } from './offers.ts'
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

/**
 * Returns the result of a successful response.
 * @param detail of its actions: whoever performed one has the schemas, or opens the resource for them
 */
export function resourceResult (caller: Caller, { document, status, etag }: Reply, detail: Detail): Result {
  const content = { status, ...tagJson(etag), ...documentJson(document, caller, detail) }
  return { content, isError: false }
}

// A weak tag is of no use to `act`.
function tagJson (etag: string | undefined): Json {
  return etag === undefined || isWeak(etag) ? {} : { etag }
}

/** Returns the result of a response without content: what is possible now. */
export async function emptyResult (caller: Caller, { status }: Reply, path: string): Promise<Result> {
  const { document } = await readPossible([path], caller)
  return { content: { status, data: null, possible: namesJson(document, caller) }, isError: false }
}

/** How a resource was to be opened. */
interface Opened {
  /** The resource whose link was followed. @default the entry point */
  readonly from?: Reply
  /** The parameters that were sent, as they are declared. */
  readonly parameters?: readonly Variable[]
}

/**
 * Returns the result of a resource that cannot be opened: with the links of its problem document, and what is
 * possible at another resource.
 */
export async function unopenedResult (
  caller: Caller, reply: Reply, { from, parameters = [] }: Opened = {}
): Promise<Result> {
  const { document } = from ?? await readPossible([], caller)
  const possible = namesJson(withLinksOf(reply, document), caller)
  const content = { ...failureJson(reply, REDIRECTED), ...declared(parameters), url: reply.path, possible }
  return { content, isError: true }
}

/** Whether the API may accept the same request with other values. */
export function isInvalid ({ status }: Reply): boolean {
  return status === 400 || status === 422
}

function declared (parameters: readonly Variable[]): Json {
  return parameters.length === 0 ? {} : { parameters }
}

/** An action that was sent. */
export interface Tried {
  readonly name: string
  /** The path of the resource that offers it; null for an embedded one without its own. */
  readonly resource: string | null
  /** The path of the resource that the tool was given. */
  readonly page: string
  /** What its query may have, as it is declared; none where it has a body. */
  readonly parameters: readonly Variable[]
}

/**
 * Returns the result of an action that the API rejected, with the data of its resource. What is possible is what the
 * resource offers after it: also the rejected action, if another input may be accepted.
 */
export async function failedAction (caller: Caller, reply: Reply, tried: Tried): Promise<Result> {
  const resource = tried.resource ?? tried.page
  const { path, document, etag } = await readPossible([resource, tried.page], caller)
  const state = path === resource ? { data: document.data, ...tagJson(etag) } : {}
  const isFinal = FINAL.includes(reply.status)
  const possible = { ...withLinksOf(reply, document), actions: performable(document, tried.name, isFinal) }
  const parameters = declared(isInvalid(reply) ? tried.parameters : [])
  const json = { ...failureJson(reply, REPEATED), ...parameters, url: path, ...state }
  return { content: { ...json, possible: namesJson(possible, caller) }, isError: true }
}

// The caller may not perform the action, or the API redirects it.
const FINAL = [307, 308, 401, 403]

/** Returns the actions that can be performed at a document; with one of an embedded document if `act` finds it. */
function performable (document: Document, tried: string, isFinal: boolean): readonly OfferedAction[] {
  const { actions } = document
  if (isFinal) return actions.filter(({ name }) => name !== tried)
  const offers = offersOf(document, tried).map(({ action }) => action)
  return offers.length === 1 && !actions.includes(offers[0]!) ? [...actions, ...offers] : actions
}

// The target of a URI template is found by its relation, which the problem document has, and no resource.
function withLinksOf ({ document: { links } }: Reply, document: Document): Document {
  return { ...document, links: [...links.filter(({ link }) => !link.templated), ...document.links] }
}

function failureJson ({ status, document: { data } }: Reply, redirected: Json): Json {
  return { status, error: status < 400 ? redirected : data, ...retry(status) }
}

const REDIRECTED = { title: 'The URL redirects to another site, or too often.' }
const REPEATED = { title: 'The API redirected the action, which was not sent again. Nothing was done.' }

/**
 * Returns the result of a call that was not sent.
 * @param error its cause, in words of this package
 * @param read the resource of the call: the result has its data; null for none
 */
export async function rejectedResult (caller: Caller, error: Json, read: Reply | null = null): Promise<Result> {
  const { document } = read ?? await readPossible([], caller)
  const state = read === null ? {} : { data: document.data, ...tagJson(read.etag) }
  return { content: { error, ...state, possible: namesJson(document, caller) }, isError: true }
}

const STALE = 'Compare the data, and pass the etag of this result, or of the resource, to act.'

// 412 and 428: RFC 9110, section 15.5.13, and RFC 6585, section 3.
function retry (status: number): Json {
  return status === 412 || status === 428 ? { hint: STALE } : {}
}

/** Reads the first of several paths, and at last the entry point, that the caller can read now. */
async function readPossible (
  [path, ...others]: readonly string[], caller: Caller
): Promise<Pick<Reply, 'path' | 'document' | 'etag'>> {
  const { entryPoint } = caller
  const reply = await caller.read(path ?? entryPoint)
  if (reply.status < 300) return reply
  if (path !== undefined) return readPossible(others.filter(other => other !== path), caller)
  const nothing = { path: entryPoint, data: null, links: [], actions: [], embedded: [], paging: [] }
  return { path: entryPoint, document: nothing, etag: undefined }
}

function documentJson (document: Document, caller: Caller, detail: Detail): Json {
  const { data, embedded } = document
  const { url, ...offers } = detail === 'schemas' ? offersJson(document, caller) : namesJson(document, caller)
  return { url, data, ...offers, ...embedded.length === 0 ? {} : embeddedJson(document, caller, detail) }
}
