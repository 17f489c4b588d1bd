import { type FastifyInstance } from 'fastify'
import t from 'tap'
import { defineLinks, offsetPage } from '../../../lib/index.ts'
import { DIALECTS } from '../../support/dialects.ts'
import {
  addShared, anything, byName, compare, type Elements, fields, item, list, type Lists, many, object, perLength,
  PLACES, PLAIN,
  responses, selfLinks, type Setup,
  withArray
} from '../../support/lists.ts'
import { project } from '../../support/projection.ts'

// A long list is written in parts of 64 elements: whatever its schema, its elements and itself,
// what is read is the same.

// The written members show which branch matched: each part of a long list would match the first, the whole does not.
const short = { maxItems: 100, items: { type: 'object', properties: { id: fields.id, secret: { type: 'string' } } } }
const long = { minItems: 101, ...list }

const RESPONSES: Readonly<Record<string, Record<string, unknown>>> = {
  'none for the status': { 201: list },
  'an array of objects': { 200: list },
  'an array of anything': { 200: { type: 'array', items: {} } },
  'an array with items of any type': { 200: { type: 'array', items: true } },
  'an array without a schema of its items': { 200: { type: 'array' } },
  'items by reference': { 200: { type: 'array', items: byName } },
  'a shared array': { 200: { $ref: 'list#' } },
  'a shared array with a length': { 200: { $ref: 'long#' } },
  'items by a reference into the schema of the list': {
    200: {
      $id: 'own', definitions: { item: object }, type: 'array', items: { $ref: 'own#/definitions/item' }
    }
  },
  'a shared array with words beside the reference': { 200: { $ref: 'list#', description: 'all of them' } },
  'a shared array with a choice beside the reference': { 200: { $ref: 'list#', anyOf: [short, {}] } },
  'a shared array with a condition beside the reference': {
    200: { $ref: 'list#', if: { maxItems: 100 }, then: short, else: {} }
  },
  'a title, a description, nullable': { 200: { title: 'Items', description: 'all of them', nullable: true, ...list } },
  'an $id': { 200: { $id: 'inline', ...list } },
  definitions: { 200: { definitions: { item: object }, type: 'array', items: { $ref: '#/definitions/item' } } },
  'any properties': { 200: { type: 'array', items: anything } },
  'a media type': { 200: { content: { 'application/json': { schema: list } } } },
  'any media type': { 200: { content: { '*/*': { schema: list } } } },
  'another media type': { 200: { content: { 'application/xml': { schema: list } } } },
  'a class of statuses': { '2xx': list },
  'a class of statuses in capitals': { '2XX': list },
  'the default': { default: list },
  'a tuple': {
    200: {
      type: 'array',
      items: many(150, index => index === 64 ? { type: 'object', properties: { id: fields.id } } : object)
    }
  },
  'a tuple that is too short': { 200: { type: 'array', items: [object, object] } },
  'a tuple and more': { 200: { type: 'array', items: [object], additionalItems: true } },
  minItems: { 200: { ...list, minItems: 1 } },
  maxItems: { 200: { ...list, maxItems: 1000 } },
  uniqueItems: { 200: { ...list, uniqueItems: true } },
  'anyOf by length': { 200: { anyOf: [{ type: 'array', ...short }, list] } },
  'oneOf by length': { 200: { oneOf: [{ type: 'array', ...short }, long] } },
  'if by length': { 200: { if: { type: 'array', maxItems: 100 }, then: { type: 'array', ...short }, else: list } },
  'a list of types': { 200: { ...list, type: ['array', 'null'] } },
  'no type': { 200: { items: object } },
  'anyOf within the items': {
    200: {
      type: 'array', items: { anyOf: [{ type: 'object', required: ['tags'], properties: { tags: {} } }, object] }
    }
  },
  'not an array': { 200: object },
  nothing: { 200: {} }
}

t.test('without a response schema', async t => { await compare(t, 'none', PLAIN) })

t.test('response schemas', async t => {
  for (const [name, response] of Object.entries(RESPONSES)) {
    const statuses = await compare(t, name, PLAIN, { schema: { response }, prepare: addShared })
    t.ok(statuses.has(200), `${name} gets a response`)
  }
})

t.test('dialects of schemas', async t => {
  for (const dialect of DIALECTS) {
    const { listOf, object, integer, text } = dialect
    const setup = (schema: (scope: FastifyInstance) => object): Setup => {
      const response: Record<string, object> = {}
      return {
        schema: { response },
        prepare: scope => {
          dialect.prepare(scope)
          response['200'] = schema(scope)
        }
      }
    }
    const lists = perLength(item)
    await compare(t, `${dialect.name}, items`, lists, setup(() => listOf(object({ id: integer, text }))))
    await compare(t, `${dialect.name}, named items`, lists, setup(scope =>
      listOf(dialect.named(scope, 'Item', { id: integer, text }).use)))
    await compare(
      t, `${dialect.name}, arrays inside`, { 150: () => many(150, id => ({ id, tags: ['a'] })) },
      setup(() => listOf(object({ id: integer, tags: listOf(text) })))
    )
    const rejected = await compare(
      t, `${dialect.name}, an element that does not fit`,
      { 150: () => many(150, id => ({ id: id === 100 ? 'x' : id, text: '' })) },
      setup(() => listOf(object({ id: integer, text })))
    )
    t.strictSame([...rejected], [500], `${dialect.name} rejects it`)
  }
})

class Written {
  readonly id: number

  constructor (id: number) {
    this.id = id
  }

  toJSON (): unknown { return { id: this.id, as: 'written' } }
}

class AsText extends Written {
  override toJSON (): unknown { return `text ${this.id}` }
}

class AsNothing extends Written {
  override toJSON (): unknown { return undefined }
}

class AsIndexed extends Written {
  override toJSON (key?: string): unknown { return { id: this.id, key } }
}

class AsIndexedByDefault extends Written {
  override toJSON (key = 'none'): unknown { return { id: this.id, key } }
}

class AsIndexedByRest extends Written {
  override toJSON (...keys: string[]): unknown { return { id: this.id, keys } }
}

class Nameless { readonly id = 1 }

const HOLE = Symbol('a hole')

// What may stand among objects.
const KINDS: Readonly<Record<string, (id: number) => unknown>> = {
  'an array within': withArray,
  'an empty array within': id => ({ id, tags: [] }),
  'an array': id => [item(id)],
  null: () => null,
  'a number': id => -id / 2,
  'a boolean': () => true,
  'a text': () => 'a "text"',
  'a text like what is between objects': () => '},{"',
  'a text in an object like what is between objects': id => ({ id, text: '},{"', '},{"': '"},{"a' }),
  'an empty object': () => ({}),
  'a member _links': id => ({ id, _links: 'mine' }),
  'a member _embedded': id => ({ id, _embedded: {} }),
  'a name with an underscore': id => ({ id, a_b: 1, _c: '_links' }),
  'a backslash': id => ({ id, text: 'a\\b\n"' }),
  'two-byte text': id => ({ id, text: '€漢😀' }),
  'a lone surrogate': id => ({ id, text: '\ud83d' }),
  'a class': () => new Nameless(),
  'no prototype': id => Object.assign(Object.create(null) as object, { id }),
  'a toJSON': id => new Written(id),
  'a toJSON that gives a text': id => new AsText(id),
  'a toJSON that gives nothing': id => new AsNothing(id),
  'a toJSON that takes its index': id => new AsIndexed(id),
  'a toJSON that takes its index, or a default': id => new AsIndexedByDefault(id),
  'a toJSON that takes whatever it is given': id => new AsIndexedByRest(id),
  'a toJSON that is none': id => ({ id, toJSON: 1 }),
  'a member with a toJSON that takes its name': id => ({ id, inner: new AsIndexed(id) }),
  'a Date': () => new Date(0),
  'a Map': () => new Map([[1, 2]]),
  'a function': () => () => 1,
  undefined: () => undefined,
  'a hole': () => HOLE
}

function withHoles (values: unknown[]): unknown[] {
  values.forEach((value, index) => { if (value === HOLE) delete values[index] })
  return values
}

t.test('elements', async t => {
  const lists = Object.fromEntries(Object.entries(KINDS).flatMap(([kind, make]) =>
    Object.entries(PLACES).map(([place, isThere]) =>
      [`${kind} ${place}`, () => withHoles(many(150, index => isThere(index) ? make(index) : item(index)))])))
  await compare(t, 'without a schema', lists)
  for (const [name, items] of Object.entries({
    'any items': {}, 'any objects': anything, 'objects with these members': object
  })) {
    await compare(t, name, lists, { schema: { response: { 200: { type: 'array', items } } } })
  }
})

t.test('each member of each element is read once, and each is written once', async t => {
  for (const tags of [undefined, ['a']]) {
    for (const response of [
      {}, { 200: { type: 'array', items: { type: 'object', properties: { id: {}, name: {}, tags: {} } } } }
    ]) {
      const read = new Array<number>(150).fill(0)
      const lists = { all: () => many(150, id => ({ id, tags, get name () { return `read ${++read[id]!}` } })) }
      const { linked } = await (await responses(t, lists, { schema: { response } }))('all')
      const written = (JSON.parse(linked.text) as Array<{ name: string }>).map(({ name }) => name)
      // The plain response was the first.
      t.strictSame(read, read.map(() => 2))
      t.strictSame(written, written.map(() => 'read 2'))
    }
  }
})

class Fixed extends Array<unknown> {
  constructor (...values: unknown[]) {
    if (values.some(value => typeof value === 'number')) throw new TypeError('not of this length')
    super()
    this.push(...values)
  }
}

// Arrays that are more than an array, or less.
const ARRAYS: Lists = {
  'a subclass': () => new Fixed(...many(150, item)),
  'a toJSON of its own': () => Object.assign(many(150, item), { toJSON: () => ({ items: 'elsewhere' }) }),
  'a frozen one': () => Object.freeze(many(150, item)),
  'a proxy': () => new Proxy(many(150, item), {}),
  'a proxy that makes its elements': () => new Proxy(
    new Array(150).fill(0),
    {
      get: (target, name) =>
        typeof name === 'string' && /^\d+$/.test(name) ? item(Number(name)) : Reflect.get(target, name) as unknown
    }
  )
}

t.test('arrays', async t => {
  for (const [name, make] of Object.entries(ARRAYS)) {
    for (const response of [
      {}, { 200: list }
    ]) await compare(t, `${name}, ${Object.keys(response).length} schemas`, { [name]: make }, { schema: { response } })
  }
})

t.test('a page of more items than a part has elements', async t => {
  const page = (items: Elements) => offsetPage(items, { page: 1, pageSize: 200, totalCount: items.length })
  for (const make of [item, withArray]) {
    for (const response of [{}, { 200: { type: 'object', properties: { items: list, totalCount: {} } } }]) {
      const { get } = await project(t, { links: true }, () =>
        page(many(150, make).map(value => Object.assign(new Nameless(), value))), {
        options: { links: [defineLinks(Nameless, selfLinks)] }, schema: { response }
      })
      const { items } = (await get()).document as { items: unknown[] }
      const { secret: _, ...seen } = make(149)
      t.equal(items.length, 150)
      t.has(items.at(-1), { ...seen, _links: { self: { href: '/items/149' } } })
    }
  }
})
