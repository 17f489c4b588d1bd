import type { ScopedSchema } from '../model/model.ts'
import { withSubschemas } from './copies.ts'
import { jsonSchemaOf } from './declared.ts'
import { isObject, type JsonSchema, part, without } from './json-schema.ts'
import { escapeName, type LocatedSchema, resolved, SchemaDocuments } from './references.ts'

const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions'])

/**
 * Returns a JSON schema that contains the shared schemas it refers to, in `$defs`.
 * Its references are pointers into itself.
 * @param side `'output'` for what a schema of another library makes of its input
 */
export function selfContained ({ schema, shared }: ScopedSchema, side: 'input' | 'output' = 'input'): JsonSchema {
  const converted = (id: string) => jsonSchemaOf(shared(id) ?? {}, side).schema
  return withMembers(new Bundle(resolved(jsonSchemaOf(schema, side).schema, converted), converted).schema())
}

/** Schemas at places of their own in one document. */
class Bundle {
  readonly #documents: SchemaDocuments
  readonly #root: LocatedSchema
  readonly #added = new Map<string, unknown>()
  /** The pointers to documents. */
  readonly #places = new Map<unknown, string>()

  constructor (root: unknown, shared: (id: string) => unknown) {
    this.#documents = new SchemaDocuments(shared)
    this.#root = this.#documents.add(root)
    this.#places.set(root, '#')
  }

  schema (): JsonSchema {
    const root = this.#rewrite(this.#root.schema, this.#root)
    if (!isObject(root)) return {}
    if (this.#added.size === 0) return root
    return { ...root, $defs: { ...part(root, '$defs'), ...Object.fromEntries(this.#added) } }
  }

  #rewrite (value: unknown, parent: LocatedSchema): unknown {
    if (!isObject(value)) return value
    const own = this.#documents.child(value, parent)
    const { $ref } = value
    const reference = typeof $ref === 'string' && { $ref: this.#pointer($ref, own) }
    const schema = withSubschemas(without(value, '$id', '$schema'), one => this.#rewrite(one, own))
    return { ...schema, ...reference }
  }

  #pointer (reference: string, from: LocatedSchema): string {
    const { document, pointer } = this.#documents.place(reference, from)!
    return (this.#places.get(document) ?? this.#add(reference.split('#')[0]!, from)) + pointer
  }

  #add (id: string, from: LocatedSchema): string {
    const document = this.#documents.target(id, from)!
    let name = id
    while (Object.hasOwn(part(this.#root.schema, '$defs'), name) || this.#added.has(name)) name += '_'
    const at = `#/$defs/${escapeName(name)}`
    // The place is known first, because a schema may refer to itself.
    this.#places.set(document.schema, at)
    this.#added.set(name, {})
    this.#added.set(name, this.#rewrite(document.schema, document))
    return at
  }
}

// Agents read the members of the root: a root that is only a pointer gets the members that it points to.
function withMembers (root: JsonSchema): JsonSchema {
  const documents = new SchemaDocuments(() => undefined)
  const target = documents.followed(documents.add(root))?.schema
  const { $ref, ...members } = root
  if (!isObject(target) || target === root) return root
  // Keywords of both apply, so neither may replace the other.
  const isInBoth = (name: string) => !DEFINITIONS.has(name) && Object.hasOwn(target, name)
  return Object.keys(members).some(isInBoth) ? root : { ...target, ...members }
}
