import type { LinkConfig } from '../../types/links.ts'
import type { Environment } from '../context/environment.ts'
import { describe, placeOf } from '../diagnostics/wording.ts'
import { errorOf } from '../errors.ts'
import type { SchemaCompiler } from '../fastify/schema-compilers.ts'
import { type SharedSchemas, withoutFragment } from '../schema/references.ts'
import type { CompiledConfig } from './compiled.ts'

type Serialize = (value: unknown) => unknown

/** How embedded resources are serialized in one scope, or in several that compile alike. */
export class ChildSerializers {
  readonly #compiler: SchemaCompiler
  readonly #place: string
  readonly #made = new Map<CompiledConfig, Serialize | Error | null>()

  /** @param place a route of the scope, for messages */
  constructor (compiler: SchemaCompiler, place: string) {
    this.#compiler = compiler
    this.#place = place
  }

  /**
   * The serializer for resources of a configuration's type; null where the scope has no schema for them.
   * @throws FST_ERR_HYPER_INVALID_SCHEMA
   */
  of (compiled: CompiledConfig): Serialize | null {
    const made = this.outcome(compiled)
    if (made instanceof Error) throw made
    return made
  }

  /** The same, with an error that is returned. A configuration is compiled once. */
  outcome (compiled: CompiledConfig): Serialize | Error | null {
    let made = this.#made.get(compiled)
    if (made === undefined) this.#made.set(compiled, made = this.#compile(compiled))
    return made
  }

  #compile ({ source, subject }: CompiledConfig): Serialize | Error | null {
    const schema = source === null ? null : schemaOf(source, this.#compiler.shared)
    if (schema === null) return null
    try {
      return this.#compiler.compile(schema)
    } catch (cause) {
      const reason = (cause instanceof Error ? cause.message : describe(cause)).replace(/\.$/, '')
      return errorOf('FST_ERR_HYPER_INVALID_SCHEMA', `links of ${subject}`, this.#place, reason)
    }
  }
}

/**
 * The schema of a configuration's resources where they are embedded; null where it has none,
 * or its `$id` is not shared.
 */
export function schemaOf (
  { schema, type }: LinkConfig<never>, shared: SharedSchemas
): object | null {
  if (schema !== undefined) return schema
  if (typeof type === 'string') return shared(withoutFragment(type)) ?? null
  return typeof type === 'object' ? type : null
}

/**
 * Reports embedded resources that no schema serializes (`HYPER004`), once for each relation.
 * @throws FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
 */
export function reportNoEmbeddedSchema (
  { notices }: Environment, subject: string, relation: string, hasConfig: boolean
): void {
  const remedy = hasConfig
    ? 'Give their link configuration a { schema }, or share the schema of its $id in the scope of the route'
    : 'Give the relation a link configuration with a { schema }, or register one for their class'
  notices.report('HYPER004', placeOf(subject, 'embedded', relation), () => [remedy])
}
