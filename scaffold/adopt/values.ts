// Which properties of a response are the values of the parameters of a path.
import type { AppRoute } from './collect.ts'
import { normal, type Parameter, words } from './paths.ts'
import type { Shape } from './shape.ts'

/** A parameter with the property that has its value. */
export interface Value {
  readonly parameter: string
  /** The name of the member, or the names on the way to it. */
  readonly path: readonly string[]
  /** The paths that can be null or absent. */
  readonly absent: ReadonlyArray<{
    readonly path: readonly string[]
    readonly nullable: boolean
    readonly optional: boolean
  }>
}

type Wanted = (name: string) => boolean

/**
 * Returns the values of a route below, or of, an item: of its own parameter, and of those before. Null if the response
 * lacks one of them.
 * @param key the path of the item; the route begins with it
 */
export function valuesBelow ({ path, params }: AppRoute, key: string, shape: Shape): Value[] | null {
  const values = path!.parameters.map(parameter => {
    const wanted = params.members.get(parameter.name)?.shape ?? null
    return parameter.key === key ? ownValue(parameter, shape, wanted) : foreignValue(parameter, shape, wanted)
  })
  return values.every(value => value !== null) ? values : null
}

/** Returns the values of an item that a response refers to: `customerId` of `/customers/:id`. */
export function foreignValues ({ path, params }: AppRoute, shape: Shape): Value[] | null {
  const values = path!.parameters.map(parameter =>
    foreignValue(parameter, shape, params.members.get(parameter.name)?.shape ?? null)
  )
  return values.every(value => value !== null) ? values : null
}

/** Returns the value of the parameter of an item: `id`, `slug`, or `id` for `:orderId`, and `orderId` for `:id`. */
export function ownValue (parameter: Parameter, shape: Shape, wanted: Shape | null): Value | null {
  const { name, noun } = parameter
  const own = withoutNoun(name, noun)
  const candidates: Wanted[] = [
    member => member === name,
    member => normal(member) === normal(name),
    member => own !== null && normal(member) === own,
    member => own === null && normal(member) === normal(noun) + normal(name)
  ]
  return valueIn(shape, name, candidates, wanted)
}

function foreignValue (parameter: Parameter, shape: Shape, wanted: Shape | null): Value | null {
  const { name, noun } = parameter
  const reference = referenceName(parameter)
  const direct = valueIn(shape, name, [member => normal(member) === reference], wanted)
  if (direct !== null) return direct
  const [owner] =
    [...shape.members].find(
      ([
        member,
        {
          shape: { kind }
        }
      ]) => kind === 'object' && normal(member) === normal(noun)
    ) ?? []
  return owner === undefined ? null : valueWithin(shape, owner, parameter, wanted)
}

/** Returns the value of a parameter in an object that is a member of the response. */
export function valueWithin (shape: Shape, owner: string, parameter: Parameter, wanted: Shape | null): Value | null {
  const { required, shape: inner } = shape.members.get(owner)!
  const value = ownValue(parameter, inner, wanted)
  if (value === null) return null
  const path = [owner]
  const absent = required && !inner.nullable ? [] : [{ path, nullable: inner.nullable, optional: !required }]
  const deeper = value.absent.map(one => ({ ...one, path: [owner, ...one.path] }))
  return { ...value, path: [owner, ...value.path], absent: [...absent, ...deeper] }
}

/** Returns the name that a reference to an item has, to be compared: `customerid` of `/customers/:id`. */
export function referenceName ({ name, noun }: Parameter): string {
  const isQualified = withoutNoun(name, noun) !== null || (/.(?:Id|_id|ID)$/.test(name) && normal(name) !== 'id')
  return isQualified ? normal(name) : normal(noun) + normal(name)
}

// `id` of `orderId` in `/orders/:orderId`.
function withoutNoun (name: string, noun: string): string | null {
  const [all, prefix] = [normal(name), words(noun).at(-1) ?? '']
  return prefix !== '' && all.startsWith(prefix) && all !== prefix ? all.slice(prefix.length) : null
}

function valueIn (shape: Shape, parameter: string, candidates: readonly Wanted[], wanted: Shape | null): Value | null {
  for (const isWanted of candidates) {
    const found = [...shape.members].filter(([name, { shape }]) => isWanted(name) && fits(shape, wanted))
    if (found.length !== 1) continue
    const [
      name,
      {
        required,
        shape: { nullable }
      }
    ] = found[0]!
    const absent = required && !nullable ? [] : [{ path: [name], nullable, optional: !required }]
    return { parameter, path: [name], absent }
  }
  return null
}

/** Whether a property can be a value of a parameter. */
export function fits ({ kind, types, format }: Shape, wanted: Shape | null): boolean {
  const isText = types.every(type => ['string', 'number', 'integer'].includes(type))
  if (kind !== 'scalar' || !isText) return false
  const isNumber = types.every(type => type !== 'string')
  const wantsNumber = wanted?.kind === 'scalar' && wanted.types.every(type => ['number', 'integer'].includes(type))
  return !(isNumber && wanted?.format === 'uuid') && !(wantsNumber && format !== null && !isNumber)
}
