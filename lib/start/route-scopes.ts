import type { FastifyInstance } from 'fastify'
import { ElementSerializers } from '../fastify/element-serializers.ts'
import { ReplySerializers } from '../fastify/reply-serializer.ts'
import {
  type SchemaCompiler, SchemaCompilers, type Serialization,
  serializationOf
} from '../fastify/schema-compilers.ts'
import { ChildSerializers } from '../links/child-serializers.ts'
import type { RouteRecord } from '../routes/route-record.ts'

/** How the routes of one scope serialize. */
export interface RouteScope {
  readonly serialization: Serialization
  readonly children: ChildSerializers
  readonly elements: ElementSerializers
  readonly replySerializers: ReplySerializers
}

/**
 * How the routes of each scope of an app serialize. Scopes with the same compiler and shared schemas share serializers.
 */
export class RouteScopes {
  readonly #replySerializers = new ReplySerializers()
  readonly #compilers = new SchemaCompilers()
  readonly #serializers = new Map<SchemaCompiler, Pick<RouteScope, 'children' | 'elements'>>()
  readonly #made = new Map<FastifyInstance, RouteScope>()

  of (route: RouteRecord): RouteScope {
    let scope = this.#made.get(route.server)
    if (scope === undefined) {
      scope = {
        serialization: serializationOf(route.server),
        ...this.#serializersOf(route),
        replySerializers: this.#replySerializers
      }
      this.#made.set(route.server, scope)
    }
    return scope
  }

  #serializersOf ({ server, place }: RouteRecord): Pick<RouteScope, 'children' | 'elements'> {
    const compiler = this.#compilers.of(server)
    let serializers = this.#serializers.get(compiler)
    if (serializers === undefined) {
      serializers = { children: new ChildSerializers(compiler, place), elements: new ElementSerializers(compiler) }
      this.#serializers.set(compiler, serializers)
    }
    return serializers
  }
}
