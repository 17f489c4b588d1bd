import type { FastifyReply } from 'fastify'
import type { WireFormat } from '../formats/format.ts'
import { essence, relabel } from '../http/media-type.ts'
import type { Exchange } from './plan.ts'

/**
 * Replaces `application/json` with the media type of the format; any other content type stays.
 * Only after serialization: Fastify chooses response schemas by the content type.
 */
export function setContentType (format: WireFormat, reply: FastifyReply): void {
  const type = relabel(String(reply.getHeader('content-type')), 'application/json', format.mediaType)
  if (type !== null) reply.header('content-type', type)
}

/** Whether a body becomes a document of its format. A media type that the handler set stays, and so does its JSON. */
export function isDocument (
  format: WireFormat, reply: FastifyReply
): format is WireFormat & { readonly document: NonNullable<WireFormat['document']> } {
  return format.document !== undefined && sentType(format, reply) === format.mediaType
}

/** Returns how many elements of a list a response shows: a document of a format only counts the others. */
export function mostShown ({ format, reply }: Exchange): number {
  if (format.most === undefined || !isDocument(format, reply)) return Infinity
  return format.most
}

/**
 * The media type that a response is sent with, in lower case, without parameters.
 * @param format null if the content type stays
 */
export function sentType (format: WireFormat | null, reply: FastifyReply): string {
  const current = String(reply.getHeader('content-type'))
  if (format === null) return essence(current)
  return essence(relabel(current, 'application/json', format.mediaType) ?? current)
}
