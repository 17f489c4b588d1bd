// Which properties of a response are the values of the parameters of a path.
import type { AppRoute, LinkedRoute } from './collect.ts'
import { normal, words } from './names.ts'
import { itemNoun, type Parameter, type Path } from './paths.ts'
import type { Shape, ShapeMember } from './shape.ts'

/** A parameter with the property that has its value. */
export interface Value {
  readonly parameter: string
  /** The name of the member, or the names on the way to it. */
  readonly path: readonly string[]
  /** The paths that can be null or absent. */
  readonly absent: ReadonlyArray<{
    readonly path: readonly string[], readonly nullable: boolean, readonly optional: boolean
  }>
}

type Schemas = Pick<AppRoute, 'params'>

/**
 * Returns the values of a route for a response: of the parameter of the item that responds, and of those that refer to
 * others. Null if the response lacks one of them.
 * @param key the path of the item that responds; null if the route is none of its paths
 */
export function valuesFor (route: LinkedRoute, shape: Shape, key: string | null): Value[] | null {
  const values = route.path.parameters.map(parameter => valueFor(route, parameter, shape, key))
  return values.every(value => value !== null) ? values : null
}

/** Returns the name of the first parameter that a response lacks a value for. */
export function missingParameter (route: LinkedRoute, shape: Shape, key: string): string {
  const { parameters } = route.path
  return (parameters.find(parameter => valueFor(route, parameter, shape, key) === null) ?? parameters.at(-1)!).name
}

function valueFor (route: Schemas, parameter: Parameter, shape: Shape, key: string | null): Value | null {
  return parameter.key === key ? ownValue(route, parameter, shape) : foreignValue(route, parameter, shape)
}

/** Returns the value of the parameter of an item: `id`, `slug`, or `id` for `:orderId`, and `orderId` for `:id`. */
export function ownValue (route: Schemas, parameter: Parameter, shape: Shape): Value | null {
  const { name, noun } = parameter
  const own = withoutNoun(parameter)
  const candidates: readonly Named[] = [
    member => member === name,
    member => normal(member) === normal(name),
    member => normal(member) === (own ?? normal(noun) + normal(name))
  ]
  return candidates.map(isNamed => valueIn(route, parameter, shape, isNamed)).find(value => value !== null) ?? null
}

/** Returns the value of a parameter of another item: `customerId` for `/customers/:id`, or `id` of `customer`. */
export function foreignValue (route: Schemas, parameter: Parameter, shape: Shape): Value | null {
  const reference = referenceName(parameter)
  const direct = valueIn(route, parameter, shape, member => normal(member) === reference)
  if (direct !== null) return direct
  const owner = [...shape.members].find(([name, { shape }]) =>
    shape.kind === 'object' && normal(name) === normal(parameter.noun))
  return owner === undefined ? null : valueWithin(route, parameter, ...owner)
}

/** Returns the value of a parameter in an object that is a member of the response. */
export function valueWithin (
  route: Schemas, parameter: Parameter, owner: string, member: ShapeMember
): Value | null {
  const value = ownValue(route, parameter, member.shape)
  if (value === null) return null
  const inner = value.absent.map(one => ({ ...one, path: [owner, ...one.path] }))
  const { absent } = memberValue(parameter, owner, member)
  return { ...value, path: [owner, ...value.path], absent: [...absent, ...inner] }
}

/** Returns a member as the value of a parameter. */
export function memberValue ({ name: parameter }: Parameter, name: string, member: ShapeMember): Value {
  const { required, shape: { nullable } } = member
  const path = [name]
  return { parameter, path, absent: required && !nullable ? [] : [{ path, nullable, optional: !required }] }
}

/** Returns the name that a reference to an item has, to be compared: `customerid` of `/customers/:id`. */
export function referenceName (parameter: Parameter): string {
  const { name, noun } = parameter
  const isQualified = withoutNoun(parameter) !== null || (/.(?:Id|_id|ID)$/.test(name) && normal(name) !== 'id')
  return isQualified ? normal(name) : normal(noun) + normal(name)
}

/**
 * Whether the last parameter of a path names the item itself: not the user of `/carts/:userId`, nor the service of
 * `/reviews/service/:serviceId`.
 */
export function isOwnName (path: Path): boolean {
  const parameter = path.parameters.at(-1)!
  const isOther = referenceName(parameter) === normal(parameter.name) && withoutNoun(parameter) === null
  return !isOther && itemNoun(path) === parameter.noun
}

// `id` of `orderId` in `/orders/:orderId`.
function withoutNoun ({ name, noun }: Parameter): string | null {
  const [all, prefix] = [normal(name), words(noun).at(-1) ?? '']
  return prefix !== '' && all.startsWith(prefix) && all !== prefix ? all.slice(prefix.length) : null
}

type Named = (name: string) => boolean

// Two members of one name are none.
function valueIn ({ params }: Schemas, parameter: Parameter, shape: Shape, isNamed: Named): Value | null {
  const wanted = params.members.get(parameter.name)?.shape
  const found = [...shape.members].filter(([name, { shape }]) => isNamed(name) && fits(shape, wanted))
  return found.length === 1 ? memberValue(parameter, ...found[0]!) : null
}

/** Whether a property can be a value of a parameter. */
export function fits ({ kind, types, format }: Shape, wanted: Shape | undefined): boolean {
  const isText = types.every(type => ['string', 'number', 'integer'].includes(type))
  if (kind !== 'scalar' || !isText) return false
  const isNumber = types.every(type => type !== 'string')
  const wantsNumber = wanted?.kind === 'scalar' && wanted.types.every(type => ['number', 'integer'].includes(type))
  return !(isNumber && wanted?.format === 'uuid') && !(wantsNumber && format !== null && !isNumber)
}
