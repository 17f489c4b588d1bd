import type { ScopedSchema } from '../lib/diagnostics/api-description.ts'
import { isObject, type JsonSchema } from '../lib/forms/schema/json-schema.ts'
import { jsonSchemaOf } from '../lib/forms/schema/json-schema-of.ts'
import { referenceId, schemaId } from '../lib/routes/schema-id.ts'

// Keywords that contain values, which only look like schemas.
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples'])

// Keywords that contain schemas by name: the names are no keywords.
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'])

/** Returns a JSON schema that contains the shared schemas it refers to, in `$defs`. */
export function selfContained ({ schema, shared }: ScopedSchema): JsonSchema {
  const rewriting = new Rewriting(shared)
  const root = rewriting.root(jsonSchemaOf(schema).schema)
  if (rewriting.definitions.size === 0) return root
  return { ...root, $defs: { ...definitionsOf(root), ...Object.fromEntries(rewriting.definitions) } }
}

class Rewriting {
  readonly definitions = new Map<string, unknown>()
  readonly #shared: ScopedSchema['shared']
  #rootId: string | null = null

  constructor (shared: ScopedSchema['shared']) {
    this.#shared = shared
  }

  // A root that is only a reference is replaced, so that its members can be read.
  root (schema: unknown): JsonSchema {
    const id = referenceId(schema)
    const target = id === null ? schema : jsonSchemaOf(this.#shared(id)).schema
    this.#rootId = schemaId(target)
    const rewritten = this.#rewrite(target, '#')
    return isObject(rewritten) ? rewritten : {}
  }

  #rewrite (value: unknown, base: string, isMap = false): unknown {
    if (Array.isArray(value)) return value.map(item => this.#rewrite(item, base))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      if (isMap) return [[name, this.#rewrite(member, base)]]
      if (name === '$id' || name === '$schema') return []
      if (name === '$ref' && typeof member === 'string') return [[name, this.#reference(member, base)]]
      return [[name, VALUES.has(name) ? member : this.#rewrite(member, base, MAPS.has(name))]]
    }))
  }

  #reference (reference: string, base: string): string {
    const [id, pointer = ''] = reference.split('#') as [string, string?]
    if (id === '') return base + pointer
    if (id === this.#rootId) return `#${pointer}`
    const at = `#/$defs/${encodeURIComponent(id.replaceAll('~', '~0').replaceAll('/', '~1'))}`
    if (!this.definitions.has(id)) {
      // The name is known first, because a schema may refer to itself.
      this.definitions.set(id, {})
      this.definitions.set(id, this.#rewrite(jsonSchemaOf(this.#shared(id) ?? {}).schema, at))
    }
    return at + pointer
  }
}

function definitionsOf (schema: JsonSchema): JsonSchema {
  return isObject(schema['$defs']) ? schema['$defs'] : {}
}
