// Problem documents in the formats of the app.
import type { FastifyReply } from 'fastify'
import type { HypermediaFormatter } from '../../types/formats.ts'
import type { ProblemDocument } from '../../types/problem.ts'
import type { Environment } from '../context/environment.ts'
import { CallbackContext } from '../context/resolution.ts'
import { formatterPlace } from '../diagnostics/wording.ts'
import { called } from '../errors.ts'
import { readsContent } from '../fastify/content-requests.ts'
import { checkedOutput } from '../formats/output.ts'
import { createNegotiator } from '../http/accept.ts'
import { PROBLEM_TYPE } from '../http/media-type.ts'
import { addVary } from '../http/vary.ts'
import type { Settings } from '../options/plugin-options.ts'
import { remembered } from '../remembered.ts'
import { recordOf } from '../routes/route-record.ts'

type ProblemFormatter = HypermediaFormatter & Required<Pick<HypermediaFormatter, 'problem'>>
type Negotiator = (accept: string | undefined) => ProblemFormatter | null

/** Returns the media types that the problems of a route can have. @param forced the format that it forces; or null */
export function problemTypesOf (
  settings: Pick<Settings, 'formatters' | 'negotiateFormat'>, forced: string | null
): string[] {
  const able = problemFormatters(settings)
  const own = forced === null ? undefined : able.find(named(forced))
  if (own !== undefined) return [own.mediaType]
  return [PROBLEM_TYPE, ...(forced === null && settings.negotiateFormat ? able : []).map(({ mediaType }) => mediaType)]
}

function problemFormatters ({ formatters }: Pick<Settings, 'formatters'>): ProblemFormatter[] {
  return formatters.filter((formatter): formatter is ProblemFormatter => formatter.problem !== undefined)
}

function named (name: string): (formatter: HypermediaFormatter) => boolean {
  return ({ mediaType }) => mediaType.toLowerCase() === name.toLowerCase()
}

// One for each app; null without a formatter of problems.
const negotiators = new WeakMap<Environment, Negotiator | null>()

/**
 * Returns the formatter of a problem document: of the format that the route forces, else the one that the client
 * prefers. Returns null for the document itself.
 */
export function problemFormatter (environment: Environment, reply: FastifyReply): ProblemFormatter | null {
  const { request } = reply
  if (readsContent(request)) return null
  const forced = recordOf(request.routeOptions.config)?.settings.format ?? null
  if (forced !== null) return problemFormatters(environment.settings).find(named(forced)) ?? null
  const negotiate = remembered(negotiators, environment, () => makeNegotiator(environment))
  if (negotiate === null) return null
  addVary(reply, 'Accept')
  return negotiate(request.headers.accept)
}

// A client that accepts a problem document, or any JSON, equally gets it.
function makeNegotiator ({ settings: { formatters, mediaTypes, negotiateFormat } }: Environment): Negotiator | null {
  const able = problemFormatters({ formatters })
  if (able.length === 0 || !negotiateFormat) return null
  const others = [...new Set([PROBLEM_TYPE, ...Object.values(mediaTypes)])]
  return createNegotiator([
    ...others.map(mediaType => ({ mediaType: mediaType.toLowerCase(), format: null })),
    ...able.map(format => ({ mediaType: format.mediaType.toLowerCase(), format }))
  ])
}

/** Writes a problem document in a format of the app. */
export function formatProblem (formatter: ProblemFormatter, document: string, reply: FastifyReply): string {
  const place = formatterPlace(formatter.mediaType)
  const context = new CallbackContext(reply)
  return checkedOutput(formatter.mediaType, 'problem', called(place, () =>
    formatter.problem(JSON.parse(document) as ProblemDocument, context)))
}
