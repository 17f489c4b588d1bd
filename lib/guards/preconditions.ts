// Preconditions of a request that writes: RFC 9110 section 13, RFC 6585 section 3.
import type { FastifyRequest } from 'fastify'
import type { HyperProblem } from '../../types/problem.ts'
import type { PreconditionOptions } from '../../types/route-options.ts'
import { environmentOf } from '../context/environment.ts'
import {
  beginsWithAny, entityTag, isAny, matchesStateStrongly, matchesStateWeakly, tagsIn
} from '../http/entity-tag.ts'
import { isWeak, WEAK_TAG } from '../http/weak-tag.ts'
import { checkTag } from '../options/entity-tags.ts'
import { checkPreconditions } from '../options/route-options.ts'
import { ownProblem, problem } from '../problems/problem.ts'

const PLACE = 'evaluatePreconditions'
const CHANGED = 'If-Match does not contain the current entity tag: the resource has changed since it was read.'
const UNTAGGED = 'If-Match does not match: the resource has no entity tag.'
const ALWAYS_WEAK = 'If-Match does not match: the entity tag of the resource is weak.'
const NO_TAG = 'If-Match contains no entity tag, which is a string in double quotes.'

/**
 * Evaluates `If-Match` and `If-None-Match` of a request with any method. Synchronous, so that no other request can
 * write in between.
 *
 * @param currentTag the current tag of the resource, quoted as for `etag`; `null` if there is no resource. The tags of
 * its other representations, which are derived from this one, match too
 * @param options `requireIfMatch` requires a precondition. Default: `config.hyper.preconditions` of the route,
 * otherwise `false`
 * @returns `null` if the request may write, or a problem to send or return: 412 with the current tag (RFC 9110 section
 * 13.2.2), or 428 (RFC 6585 section 3)
 * @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY
 * @example
 * const failed = evaluatePreconditions(request, order.version)
 * if (failed !== null) return failed.send(reply)
 */
export function evaluatePreconditions (
  request: FastifyRequest,
  currentTag: string | number | Date | null | undefined,
  options: PreconditionOptions = {}
): HyperProblem | null {
  const required = isRequired(request, options)
  const tag = entityTag(checkTag(`${PLACE}, currentTag`, currentTag))
  // A number or a date that is not valid makes no tag, but there is a resource.
  return currentTag === null || currentTag === undefined || currentTag === ''
    ? ofNothing(request, required)
    : ofResource(request, tag, required)
}

/** Evaluates the preconditions of a request for a resource that exists. @param tag null if it has no entity tag */
export function ofResource (request: FastifyRequest, tag: string | null, required: boolean): HyperProblem | null {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  const mismatch = ifMatch === undefined || isAny(ifMatch) ? null : mismatchOf(ifMatch, tag, request)
  if (mismatch !== null) return failure(412, mismatch, tag)
  if (ifNoneMatch !== undefined) {
    if (beginsWithAny(ifNoneMatch)) {
      return failure(412, 'If-None-Match: * requires that there is no resource, and there is one.', tag)
    }
    if (tag !== null && matchesStateWeakly(ifNoneMatch, tag)) {
      return failure(412, 'If-None-Match contains the current entity tag.', tag)
    }
  }
  return required && ifMatch === undefined ? missing() : null
}

// Why If-Match does not have the current tag; null if it does. The weak form of the tag is of the same state.
function mismatchOf (ifMatch: string, tag: string | null, { server }: FastifyRequest): string | null {
  if (tag === null) return UNTAGGED
  if (isWeak(tag)) return ALWAYS_WEAK
  if (matchesStateStrongly(ifMatch, tag)) return null
  const tags = tagsIn(ifMatch)
  if (tags.length === 0) return NO_TAG
  const isCurrent = matchesStateWeakly(ifMatch, tag)
  if (!isCurrent && !tags.every(isWeak)) return CHANGED
  // `evaluatePreconditions` works without the plugin, too.
  const takesWeak = environmentOf(server)?.settings.weakIfMatch === true
  if (!takesWeak) return WEAK_TAG
  return isCurrent ? null : CHANGED
}

/** The same where there is no resource. */
export function ofNothing ({ headers }: FastifyRequest, required: boolean): HyperProblem | null {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  if (ifMatch !== undefined) return failure(412, 'If-Match requires a resource, and there is none.', null)
  return required && !(ifNoneMatch !== undefined && isAny(ifNoneMatch)) ? missing() : null
}

function missing (): HyperProblem {
  return failure(428, 'Send If-Match with the entity tag of the resource, or If-None-Match: * to create it.', null)
}

function isRequired (request: FastifyRequest, options: PreconditionOptions): boolean {
  checkPreconditions(`${PLACE}, options`, options)
  const preconditions = request.routeOptions.config.hyper?.preconditions
  return options.requireIfMatch ?? (preconditions || undefined)?.requireIfMatch ?? false
}

function failure (status: number, detail: string, tag: string | null): HyperProblem {
  return ownProblem(problem({ status, detail }), { entityTag: tag })
}
