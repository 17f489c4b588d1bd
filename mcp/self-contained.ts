import type { ScopedSchema } from '../lib/model/model.ts'
import { isObject, pointerNames, type JsonSchema } from '../lib/forms/schema/json-schema.ts'
import { jsonSchemaOf } from '../lib/forms/schema/json-schema-of.ts'
import { decodedName } from '../lib/http/uri-template.ts'
import { referenceId, withoutFragment } from '../lib/routes/schema-id.ts'

// Keywords that contain values, which only look like schemas.
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples'])

// Keywords that contain schemas by name: the names are no keywords.
const MAPS: ReadonlySet<string> = new Set([
  'properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'
])

const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions'])

/**
 * Returns a JSON schema that contains the shared schemas it refers to, in `$defs`.
 * Its references are pointers into itself.
 */
export function selfContained ({ schema, shared }: ScopedSchema): JsonSchema {
  const declared = jsonSchemaOf(schema).schema
  const id = referenceId(declared)
  const document = id === null ? declared : jsonSchemaOf(shared(id)).schema
  return withMembers(new Bundle(document, shared).schema())
}

/** Schemas at places of their own in one document. */
class Bundle {
  readonly #root: unknown
  readonly #shared: ScopedSchema['shared']
  readonly #added = new Map<string, unknown>()
  /** The pointers to the schemas that have an identifier. */
  readonly #places = new Map<string, string>()

  constructor (root: unknown, shared: ScopedSchema['shared']) {
    this.#root = root
    this.#shared = shared
    this.#place(root, '#')
  }

  schema (): JsonSchema {
    const root = this.#rewrite(this.#root, '#', '#')
    if (!isObject(root)) return {}
    return this.#added.size === 0
      ? root
      : { ...root, $defs: { ...definitionsOf(root), ...Object.fromEntries(this.#added) } }
  }

  #place (value: unknown, at: string, isMap = false): void {
    if (typeof value !== 'object' || value === null) return
    const id = isMap ? null : identifierOf(value)
    if (id !== null) this.#places.set(id, at)
    for (const [name, member] of Object.entries(value)) {
      if (isMap || !VALUES.has(name)) this.#place(member, `${at}/${escaped(name)}`, !isMap && MAPS.has(name))
    }
  }

  /** @param base the nearest schema with an identifier: a reference that begins with `#` is relative to it */
  #rewrite (value: unknown, at: string, base: string, isMap = false): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.#rewrite(item, `${at}/${index}`, base))
    if (!isObject(value)) return value
    const ownBase = isMap || identifierOf(value) === null ? base : at
    return Object.fromEntries(Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const place = `${at}/${escaped(name)}`
      if (isMap) return [[name, this.#rewrite(member, place, base)]]
      if (name === '$id' || name === '$schema') return []
      if (name === '$ref' && typeof member === 'string') return [[name, this.#pointer(member, ownBase)]]
      return [[name, VALUES.has(name) ? member : this.#rewrite(member, place, ownBase, MAPS.has(name))]]
    }))
  }

  #pointer (reference: string, base: string): string {
    const [id, pointer = ''] = reference.split('#') as [string, string?]
    return (id === '' ? base : this.#places.get(id) ?? this.#add(id)) + pointer
  }

  #add (id: string): string {
    let name = id
    while (Object.hasOwn(definitionsOf(this.#root), name) || this.#added.has(name)) name += '_'
    const at = `#/$defs/${escaped(name)}`
    const schema = jsonSchemaOf(this.#shared(id) ?? {}).schema
    // The place is known first, because a schema may refer to itself.
    this.#places.set(id, at)
    this.#place(schema, at)
    this.#added.set(name, {})
    this.#added.set(name, this.#rewrite(schema, at, at))
    return at
  }
}

// Agents read the members of the root: a root that is only a pointer gets those of what it points to.
function withMembers (root: JsonSchema): JsonSchema {
  const seen = new Set<unknown>([root])
  let target = pointed(root, root)
  while (!seen.has(target)) {
    seen.add(target)
    target = pointed(root, target)
  }
  const { $ref, ...members } = root
  if (!isObject(target) || target === root) return root
  // Keywords of both apply, so neither may replace the other.
  const isInBoth = (name: string) => !DEFINITIONS.has(name) && Object.hasOwn(target, name)
  return Object.keys(members).some(isInBoth) ? root : { ...target, ...members }
}

/** Returns what the reference of a schema points to in its document; the schema itself without one. */
export function pointed (document: JsonSchema, schema: unknown): unknown {
  const reference = isObject(schema) ? schema['$ref'] : undefined
  if (typeof reference !== 'string') return schema
  return pointerNames(reference)
    .reduce<unknown>((at, name) => (at as JsonSchema | undefined)?.[decodedName(name)], document)
}

function identifierOf (schema: object): string | null {
  const id = (schema as JsonSchema)['$id']
  return typeof id === 'string' ? withoutFragment(id) : null
}

function definitionsOf (schema: unknown): JsonSchema {
  return isObject(schema) && isObject(schema['$defs']) ? schema['$defs'] : {}
}

// A segment of a JSON pointer in a URI fragment (RFC 6901, section 6).
function escaped (name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
