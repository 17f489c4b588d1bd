import {
  type CallHandler, type ClassSerializerContextOptions, ClassSerializerInterceptor, type ExecutionContext,
  type PlainLiteralObject
} from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { map, type Observable } from 'rxjs'
import { isPage, withItems } from '../lib/declare/pages.ts'
import { setPlain } from '../lib/fastify/reply-serializer.ts'
import { essence } from '../lib/http/media-type.ts'
import { isProblem } from '../lib/problems/problem.ts'
import { schemaSerializer } from '../lib/schema/content.ts'

/**
 * `ClassSerializerInterceptor` that keeps instances: class-transformer serializes the response, and links are found by
 * class. Callbacks of links get the instance, also members that `@Exclude()` hides. Plain objects are instances of the
 * `type` of `@SerializeOptions`, if it is set. On routes without links it does what `ClassSerializerInterceptor` does.
 */
export class HyperSerializerInterceptor extends ClassSerializerInterceptor {
  /** Serializes the instances that the handler returns; links are looked up by their class before. */
  override async intercept (context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp()
    if (context.getType() !== 'http' || !isLinked(http.getRequest<FastifyRequest>())) {
      return super.intercept(context, next)
    }
    const reply = http.getResponse<FastifyReply>()
    const hold = (value: unknown) => isSerializable(value) ? new Held(value, reply) : value
    return super.intercept(context, { handle: () => next.handle().pipe(map(hold)) })
  }

  // The base class calls it with what `handle` returns, when class-transformer is loaded.
  override serialize (response: PlainLiteralObject, options: ClassSerializerContextOptions): PlainLiteralObject {
    if (!(response instanceof Held)) return super.serialize(response, options)
    const { value, reply } = response
    if (isProblem(value)) return value
    const rows = new WeakMap<object, object>()
    const toPlain = (element: unknown) =>
      super.serialize((rows.get(element as object) ?? element) as PlainLiteralObject, options)
    if (reply.getHeader('content-type') === undefined) reply.type('application/json; charset=utf-8')
    // A resource that another embeds is no `type` of this route.
    const { type, ...others } = options
    setPlain(reply, child => super.serialize(child as PlainLiteralObject, others))
    reply.serializer((payload: unknown) => stringify(plainOf(payload, toPlain), reply))
    return (type === undefined ? value : instancesIn(value, row => instanceOf(type, row, rows))) as PlainLiteralObject
  }
}

/** A value that is serialized when the reply is sent. */
class Held {
  readonly value: object
  readonly reply: FastifyReply

  constructor (value: object, reply: FastifyReply) {
    this.value = value
    this.reply = reply
  }
}

function isLinked ({ routeOptions }: FastifyRequest): boolean {
  const { links = false } = routeOptions.config.hyper ?? {}
  return links !== false
}

// Nest sends streams and binary data as they are.
function isSerializable (value: unknown): value is object {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return !['pipe', 'getReader', 'getStream'].some(name => name in value) &&
    (Array.isArray(value) || !(Symbol.asyncIterator in value))
}

// The members of a page itself have no decorators of class-transformer.
function plainOf (payload: unknown, toPlain: (element: unknown) => unknown): unknown {
  if (Array.isArray(payload)) return payload.map(toPlain)
  return isPage(payload) ? { ...payload, items: payload.items.map(toPlain) } : toPlain(payload)
}

function instancesIn (value: object, toInstance: (row: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(toInstance)
  return isPage(value) ? withItems(value, value.items.map(toInstance)) : toInstance(value)
}

/**
 * Returns a row as an instance of a class, as it is, for links; the row itself is what class-transformer serializes.
 */
function instanceOf (type: new (...args: never[]) => object, row: unknown, rows: WeakMap<object, object>): unknown {
  if (typeof row !== 'object' || row === null || row instanceof type) return row
  const instance = Object.create(type.prototype as object, Object.getOwnPropertyDescriptors(row)) as object
  rows.set(instance, row)
  return instance
}

// By the response schema of the route, if it has one.
function stringify (value: unknown, reply: FastifyReply): string {
  const write = schemaSerializer(reply, reply.statusCode, () => essence(String(reply.getHeader('content-type')))) ??
    JSON.stringify
  return write(value) as string
}
