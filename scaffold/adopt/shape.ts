// What responses contain: read of their schemas, or of samples.
import { layersOf, schemaId, schemaTitle, sharedPart } from '../../lib/schema/declared.ts'
import { isObject, memberOf } from '../../lib/schema/json-schema.ts'
import { type Member, membersOf } from '../../lib/schema/members.ts'
import { parametersOf } from '../../lib/schema/parameters.ts'
import { type Reading, SchemaReader } from '../../lib/schema/reader.ts'
import type { SharedSchemas } from '../../lib/schema/references.ts'

/** The JSON values of a response. */
export interface Shape {
  readonly kind: 'object' | 'list' | 'scalar' | 'unknown'
  /** Of a scalar, the types in JSON schema; several for a union. */
  readonly types: readonly string[]
  readonly format: string | null
  readonly nullable: boolean
  readonly members: ReadonlyMap<string, ShapeMember>
  /** The elements of a list. */
  readonly element: Shape | null
  /** The `$id` or title of its schema. */
  readonly name: string | null
  /** The schema objects that it was read of: the shapes of one type share one. */
  readonly sources: readonly object[]
  readonly description: string
  readonly minimum: number | undefined
  readonly fallback: unknown
}

export interface ShapeMember {
  readonly shape: Shape
  readonly required: boolean
}

/** A shape that nothing is known of. */
export const NO_SHAPE: Shape = {
  kind: 'unknown',
  types: [],
  format: null,
  nullable: false,
  members: new Map(),
  element: null,
  name: null,
  sources: [],
  description: '',
  minimum: undefined,
  fallback: undefined
}

// Of members of members.
const LEVELS = 5

/** Returns the shape of the values of a schema, of any library. */
export function shapeOf (schema: unknown, shared: SharedSchemas, side: 'input' | 'output' = 'output'): Shape {
  const reader = new SchemaReader(shared, side)
  return { ...new ShapeReader(reader, shared).read(reader.schema(schema), LEVELS), ...identityOf(schema, shared) }
}

// Of the whole schema: parts of `allOf` are shared by different types.
function identityOf (schema: unknown, shared: SharedSchemas): Pick<Shape, 'name' | 'sources'> {
  const layers = layersOf(schema, shared)
  return {
    name: layers.map(schemaId).find(Boolean) ?? layers.map(schemaTitle).find(Boolean) ?? null,
    sources: layers.flatMap(layer => [layer, sharedPart(layer) ?? []].flat())
  }
}

class ShapeReader {
  readonly #reader: SchemaReader
  readonly #shared: SharedSchemas

  constructor (reader: SchemaReader, shared: SharedSchemas) {
    this.#reader = reader
    this.#shared = shared
  }

  read (reading: Reading, levels: number): Shape {
    const { keywords, nullable, all: [located] } = reading
    const description = memberOf(located?.schema, 'description')
    const common = {
      ...NO_SHAPE,
      ...identityOf(located?.schema, this.#shared),
      nullable,
      description: typeof description === 'string' ? description : '',
      minimum: keywords.minimum,
      fallback: keywords.default
    }
    if (reading.error !== null || levels === 0) return common
    const types = this.#types(reading)
    if (types.join() === 'array') {
      return { ...common, kind: 'list', element: this.read(this.#reader.elements(reading), levels - 1) }
    }
    const members = this.#membersOf(reading)
    if (types.join() === 'object' || (types.length === 0 && members.size > 0)) {
      const entries = [...members].map(([name, member]): [string, ShapeMember] =>
        [name, { required: member.required, shape: this.read(this.#reader.read(member), levels - 1) }])
      return { ...common, kind: 'object', members: new Map(entries) }
    }
    const isScalar = types.length > 0 && !types.includes('object') && !types.includes('array')
    return isScalar ? { ...common, kind: 'scalar', types, format: keywords.format ?? null } : common
  }

  // A request may have the parameters of any alternative; a response has the parameters of one.
  #membersOf (reading: Reading): ReadonlyMap<string, Member> {
    const isInput = this.#reader.side === 'input'
    return isInput ? parametersOf(this.#reader, reading) : membersOf(this.#reader, reading)
  }

  // The types of all alternatives, without null.
  #types ({ keywords, unions }: Reading): string[] {
    const own = keywords.type ?? keywords.enum?.map(value => value === null ? 'null' : typeof value)
    const found = own ?? unions.flat().flatMap(one => {
      const alternative = this.#reader.alternative(one)
      const types = this.#types(alternative)
      if (types.length > 0) return types
      return membersOf(this.#reader, alternative).size > 0 ? ['object'] : ['unknown', 'object']
    })
    return [...new Set(found)].filter(type => type !== 'null')
  }
}

/** Returns the shape of values of which samples are known. */
export function sampledShape (samples: readonly unknown[], levels = LEVELS): Shape {
  const values = samples.filter(value => value !== null && value !== undefined)
  const common = { ...NO_SHAPE, nullable: values.length < samples.length }
  if (values.length === 0 || levels === 0) return common
  if (values.every(Array.isArray)) {
    return { ...common, kind: 'list', element: sampledShape(values.flat(), levels - 1) }
  }
  if (values.every(isObject)) {
    const members = [...new Set(values.flatMap(Object.keys))].map((name): [string, ShapeMember] => {
      const having = values.filter(value => Object.hasOwn(value, name))
      const shape = sampledShape(having.map(value => value[name]), levels - 1)
      return [name, { required: having.length === values.length, shape }]
    })
    return { ...common, kind: 'object', members: new Map(members) }
  }
  const types = [...new Set(values.map(value => Number.isInteger(value) ? 'integer' : typeof value))]
  return { ...common, kind: types.includes('object') ? 'unknown' : 'scalar', types }
}

/** Returns a shape with the members of several: one is required if all require it. */
export function mergedShape (shapes: readonly Shape[]): Shape {
  const names = new Set(shapes.flatMap(({ members }) => [...members.keys()]))
  const members = [...names].map((name): [string, ShapeMember] => {
    const found = shapes.flatMap(({ members }) => members.get(name) ?? [])
    const required = found.length === shapes.length && found.every(({ required }) => required)
    const inner = found.map(({ shape }) => shape)
    const merged = inner.length > 1 && inner.every(({ kind }) => kind === 'object') ? mergedShape(inner) : inner[0]!
    return [name, { required, shape: { ...merged, nullable: inner.some(({ nullable }) => nullable) } }]
  })
  return { ...shapes[0]!, sources: shapes.flatMap(({ sources }) => sources), members: new Map(members) }
}

/** Whether two shapes are of one type: of one schema, of one name, or with the same members. */
export function isSameType (one: Shape, other: Shape): boolean {
  if (one.kind !== 'object' || other.kind !== 'object') return false
  if (one.name !== null && other.name !== null) return one.name === other.name
  return isSharedSource(one, other) || (one.members.size > 1 && textOf(one) === textOf(other))
}

/** Whether two shapes have one name, or were read of one schema object. */
export function isSharedSource (one: Shape, other: Shape): boolean {
  return (one.name !== null && one.name === other.name) || one.sources.some(source => other.sources.includes(source))
}

function textOf ({ kind, types, format, nullable, members, element }: Shape): string {
  const inner = [...members].map(([name, { required, shape }]) => `${name}:${required}:${textOf(shape)}`).sort()
  return JSON.stringify([kind, [...types].sort(), format, nullable, inner, element && textOf(element)])
}
