// TypeBox marks its schemas: 0.34 with symbols, which its compiler reads, 1.x with hidden properties, which its
// conversion of strings reads.
// Neither is imported.
import { TYPEBOX_KIND as KIND, TYPEBOX_OPTIONAL as OPTIONAL } from '../fastify/marks.ts'

const KINDS: Readonly<Record<string, string>> = {
  object: 'Object', array: 'Array', integer: 'Integer', string: 'String'
}

interface JsonSchema {
  readonly type: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

export function hasTypeBoxKind (schema: object): boolean {
  return Object.hasOwn(schema, KIND) || Object.hasOwn(schema, '~kind')
}

/** Returns a copy of a JSON schema of this package that is one of TypeBox too. The items of arrays are not changed. */
export function withTypeBoxKind (schema: JsonSchema): JsonSchema {
  const { properties, required } = schema
  if (properties === undefined) return markKind(schema)
  return markKind({ ...schema, properties: withTypeBoxKinds(properties, required) })
}

/** Returns copies of the properties of an object schema that are schemas of TypeBox too. */
export function withTypeBoxKinds (
  properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => {
    const marked = withTypeBoxKind(property)
    if (!required.includes(name)) markOptional(marked)
    return [name, marked]
  }))
}

/** Returns a copy of an object schema that is one of TypeBox. Its properties are not changed. */
export function markKind (schema: JsonSchema): JsonSchema {
  const kind = KINDS[schema.type]
  return Object.defineProperty({ ...schema, [KIND]: kind }, '~kind', { value: kind })
}

function markOptional (schema: JsonSchema): void {
  Object.defineProperties(Object.assign(schema, { [OPTIONAL]: 'Optional' }), { '~optional': { value: true } })
}
