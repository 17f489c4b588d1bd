import type { Serializer } from './reply-serializer.ts'
import type { SchemaCompiler } from './schema-compilers.ts'

/** How the elements of lists are serialized one by one in one scope, or in several that compile alike. */
export class ElementSerializers {
  readonly #compiler: SchemaCompiler
  readonly #made = new WeakMap<object, Serializer | null>()

  constructor (compiler: SchemaCompiler) {
    this.#compiler = compiler
  }

  /**
   * The serializer for a schema of elements, compiled with the first list; null if the schema cannot be compiled
   * outside its list.
   */
  of (schema: object): Serializer | null {
    let made = this.#made.get(schema)
    if (made === undefined) this.#made.set(schema, made = this.#compile(schema))
    return made
  }

  #compile (schema: object): Serializer | null {
    try {
      return this.#compiler.compile(schema)
    } catch {
      return null
    }
  }
}
