import { schemaId, sharedPart } from '../routes/schema-id.ts'
import type { CompiledConfig } from './compiled.ts'
import { duplicate } from './config-type.ts'

/**
 * The configurations of schema objects. A copy is found by what it shares with the original: TypeBox's `Optional` and `Readonly`,
 * and `{ ...schema, nullable: true }`, copy a schema, but not its properties.
 */
export class SchemaOwners {
  readonly #objects = new Map<object, CompiledConfig>()
  // Null where the schemas of several configurations share it.
  readonly #parts = new Map<object, CompiledConfig | null>()

  /** @throws FST_ERR_HYPER_DUPLICATE_CONFIG for a schema that has a configuration */
  add (schema: object, compiled: CompiledConfig): void {
    if (this.#objects.has(schema)) duplicate(compiled)
    this.#objects.set(schema, compiled)
    const part = sharedPart(schema)
    if (part !== null) this.#parts.set(part, this.#parts.has(part) ? null : compiled)
  }

  of (schema: object): CompiledConfig | null {
    const own = this.#objects.get(schema)
    if (own !== undefined) return own
    const part = this.#parts.size === 0 ? null : sharedPart(schema)
    const owner = part === null ? null : this.#parts.get(part) ?? null
    return owner === null || isOtherType(schema, owner) ? null : owner
  }
}

// A copy with another `$id` is another type.
function isOtherType (schema: object, { source }: CompiledConfig): boolean {
  const [own, original] = [schemaId(schema), schemaId(source?.type)]
  return own !== null && original !== null && own !== original
}
