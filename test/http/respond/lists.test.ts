import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { markRequest } from '../../../lib/fastify/content-requests.ts'
import hyper, { defineLinks, type LinkBuilder, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { DIALECTS } from '../../support/dialects.ts'
import { project, projection } from '../../support/projection.ts'

// A list is sent as plain Fastify sends it, with links in each element that is an object: whatever its elements, its
// response schema and itself. What serializers of the app make of lists is in rewritten-lists.test.ts.

interface Item {
  readonly id: number
}

type Make = (id: number) => unknown
type Lists = Readonly<Record<string, () => readonly unknown[]>>

const many = (count: number, make: Make) => Array.from({ length: count }, (_, index) => make(index))
const item = (id: number) => ({ id, text: id % 3 === 0 ? '},{"' : `text ${id}`, secret: 'not for everybody' })
const withArray = (id: number) => ({ ...item(id), tags: ['a', '],[', id] })
const hrefOf = (value: unknown) => `/items/${(value as Item).id}`

const LINKS: Readonly<Record<string, (links: LinkBuilder<Item>) => void>> = {
  'at once': links => { links.self(value => LinkTarget.uri(hrefOf(value))) },
  // Every other element has to be waited for.
  later: links => {
    links.self(value => {
      const target = LinkTarget.uri(hrefOf(value))
      return value.id % 2 === 0 ? target : new Promise(resolve => setImmediate(resolve, target))
    })
  }
}

interface Setup {
  /** The response schemas of the routes. */
  readonly response?: Record<string, unknown>
  readonly prepare?: (app: FastifyInstance) => unknown
}

/** Compares what an app sends of some lists with what it sends without links; returns the statuses. */
async function compare (
  t: Test, name: string, lists: Lists, { response = {}, prepare = () => {} }: Setup = {}
): Promise<Set<number>> {
  const { get } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    await prepare(app)
    const declare = (path: string, config: object) =>
      app.get(`/${path}/:list`, { schema: { response }, config }, (request, reply) => {
        reply.send(lists[(request.params as { list: string }).list]!())
      })
    declare('plain', {})
    for (const [when, links] of Object.entries(LINKS)) {
      declare(when.replace(' ', '-'), { hyper: { links: defineLinks<Item>('item', links) } })
    }
  })
  const statuses = new Set<number>()
  for (const [list, make] of Object.entries(lists)) {
    const plain = await get('default', `/plain/${encodeURIComponent(list)}`)
    const wanted = plain.status === 200 ? linkedList(plain.text, make()) : plain.text
    for (const when of Object.keys(LINKS)) {
      const { status, type, text } = await get('default', `/${when.replace(' ', '-')}/${encodeURIComponent(list)}`)
      // Not compared by tap, which would print two long texts.
      const isSame = status === plain.status && type === plain.type && text === wanted
      if (!isSame) t.fail(`${name}, ${list}, ${when}: ${status} ${text.slice(0, 300)} where ${wanted.slice(0, 300)}`)
    }
    statuses.add(plain.status)
  }
  t.pass(`${name}: ${Object.keys(lists).length} lists`)
  return statuses
}

/** What is to be read: each object with its link; what is not a list of these elements, as it is. */
function linkedList (text: string, values: readonly unknown[]): string {
  if (!text.trimStart().startsWith('[')) return text
  const texts = textsIn(text)
  return texts.length === values.length ? `[${texts.map((text, at) => linkedElement(text, values[at])).join()}]` : text
}

/** The texts of an array's elements: JSON.parse finds where each ends. Without a schema, `undefined` is one. */
function textsIn (array: string): string[] {
  const texts: string[] = []
  const end = array.lastIndexOf(']')
  for (let start = array.indexOf('[') + 1, at = start; at < end;) {
    at = array.indexOf(',', at + 1)
    if (at === -1) at = end
    const text = array.slice(start, at).trim()
    if (text !== 'undefined' && !isJson(text)) continue
    texts.push(text)
    start = at + 1
  }
  return texts
}

function isJson (text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function linkedElement (text: string, value: unknown): string {
  if (text === 'undefined' || typeof value !== 'object' || value === null) return text
  if ([Array, Map, Date].some(type => value instanceof type)) return text
  const written = JSON.parse(text) as unknown
  if (typeof written !== 'object' || written === null || Array.isArray(written) || '_links' in written) return text
  const separator = Object.keys(written).length === 0 ? '' : ','
  return `${text.slice(0, -1)}${separator}"_links":{"self":{"href":"${hrefOf(value)}"}}}`
}

const wide = (id: number) => ({ id, text: '€ß😀漢'.repeat(20) })

const LISTS: Lists = {
  'no elements': () => [],
  'one element': () => many(1, item),
  'five elements': () => many(5, item),
  '2,000 elements': () => many(2000, id => ({ id })),
  'a long element before short ones': () => [{ id: 0, text: 'x'.repeat(300_000) }, ...many(9, item)],
  'text of two, three and four bytes': () => many(50, wide),
  'arrays inside': () => many(5, withArray),
  'an array inside the first': () => [withArray(0), item(1), item(2)],
  'an array inside the last': () => [item(0), item(1), withArray(2)]
}

t.test('without a response schema', async t => { await compare(t, 'none', LISTS) })

const fields = { id: { type: 'integer' }, text: { type: 'string' }, tags: { type: 'array', items: {} } }
const object = { type: 'object', properties: fields }
const byName = { $ref: 'item#' }
const list = { type: 'array', items: object }
const anything = { type: 'object', additionalProperties: true }

// The written members show which branch matched: an element by itself would match the first, the list does not.
const short = { maxItems: 2, items: { type: 'object', properties: { id: fields.id, secret: { type: 'string' } } } }
const long = { minItems: 3, ...list }

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
    200: { $id: 'own', definitions: { item: object }, type: 'array', items: { $ref: 'own#/definitions/item' } }
  },
  'a shared array with words beside the reference': { 200: { $ref: 'list#', description: 'all of them' } },
  'a shared array with a choice beside the reference': { 200: { $ref: 'list#', anyOf: [short, {}] } },
  'a shared array with a condition beside the reference': {
    200: { $ref: 'list#', if: { maxItems: 2 }, then: short, else: {} }
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
  'a tuple': { 200: { type: 'array', items: [object, object, { type: 'object', properties: { id: fields.id } }] } },
  'a tuple that is too short': { 200: { type: 'array', items: [object, object] } },
  'a tuple and more': { 200: { type: 'array', items: [object], additionalItems: true } },
  minItems: { 200: { ...list, minItems: 1 } },
  maxItems: { 200: { ...list, maxItems: 1000 } },
  uniqueItems: { 200: { ...list, uniqueItems: true } },
  'anyOf by length': { 200: { anyOf: [{ type: 'array', ...short }, list] } },
  'oneOf by length': { 200: { oneOf: [{ type: 'array', ...short }, long] } },
  'if by length': { 200: { if: { type: 'array', maxItems: 2 }, then: { type: 'array', ...short }, else: list } },
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

t.test('with each response schema', async t => {
  for (const [name, response] of Object.entries(RESPONSES)) {
    const statuses = await compare(t, name, LISTS, {
      response,
      prepare: app => {
        app.addSchema({ $id: 'item', ...object })
        app.addSchema({ $id: 'list', type: 'array', items: byName })
        app.addSchema({ $id: 'long', type: 'array', minItems: 3, items: byName })
      }
    })
    t.ok(statuses.has(200), `${name} gets a response`)
  }
})

t.test('with schemas of each dialect', async t => {
  for (const dialect of DIALECTS) {
    const { listOf, object, integer, text } = dialect
    const compareWith = (name: string, make: Make, schema: (app: FastifyInstance) => object) => {
      const response: Record<string, object> = {}
      return compare(t, `${dialect.name}, ${name}`, { [name]: () => many(5, make) }, {
        response,
        prepare: app => {
          dialect.prepare(app)
          response['200'] = schema(app)
        }
      })
    }
    await compareWith('items', item, () => listOf(object({ id: integer, text })))
    await compareWith('named items', item, app => listOf(dialect.named(app, 'Item', { id: integer, text }).use))
    await compareWith(
      'arrays inside', id => ({ id, tags: ['a'] }), () => listOf(object({ id: integer, tags: listOf(text) }))
    )
    const rejected = await compareWith(
      'an element that does not fit', id => ({ id: id === 3 ? 'x' : id, text: '' }),
      () => listOf(object({ id: integer, text }))
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
const KINDS: Readonly<Record<string, Make>> = {
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

// Where it stands in a list.
const PLACES: Readonly<Record<string, (make: Make) => unknown[]>> = {
  first: make => [make(0), item(1), item(2)],
  'between others': make => [item(0), make(1), item(2)],
  last: make => [item(0), item(1), make(2)],
  alone: make => [make(0), make(1)]
}

function withHoles (values: unknown[]): unknown[] {
  values.forEach((value, index) => { if (value === HOLE) delete values[index] })
  return values
}

t.test('with elements of each kind', async t => {
  const lists = Object.fromEntries(Object.entries(KINDS).flatMap(([kind, make]) =>
    Object.entries(PLACES).map(([place, around]) => [`${kind}, ${place}`, () => withHoles(around(make))])))
  await compare(t, 'without a schema', lists)
  for (const [name, items] of Object.entries({
    'any items': {}, 'any objects': anything, 'objects with these members': object
  })) {
    await compare(t, name, lists, { response: { 200: { type: 'array', items } } })
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
  'a subclass': () => new Fixed(...many(3, item)),
  'a toJSON of its own': () => Object.assign(many(3, item), { toJSON: () => ({ items: 'elsewhere' }) }),
  'a frozen one': () => Object.freeze(many(3, item)),
  'a proxy': () => new Proxy(many(3, item), {}),
  'a proxy that makes its elements': () => new Proxy(new Array(3).fill(0), {
    get: (target, name) =>
      typeof name === 'string' && /^\d+$/.test(name) ? item(Number(name)) : Reflect.get(target, name) as unknown
  })
}

t.test('arrays of each kind', async t => {
  for (const response of [{}, { 200: list }]) await compare(t, Object.keys(response).join(), ARRAYS, { response })
})

const selfLinks = LINKS['at once']!

t.test('each member of each element is read once', async t => {
  for (const tags of [undefined, ['a']]) {
    for (const response of [
      {}, { 200: { type: 'array', items: { type: 'object', properties: { id: {}, name: {}, tags: {} } } } }
    ]) {
      const read = [0, 0, 0]
      const values = read.map((_, id) => ({ id, tags, get name () { return `read ${++read[id]!}` } }))
      const { get } = await project<Item>(t, selfLinks, () => values, { schema: { response } })
      t.match((await get()).document, read.map(() => ({ name: 'read 1' })))
      t.strictSame(read, [1, 1, 1])
    }
  }
})

t.test('the items of a page are written like a list', async t => {
  for (const make of [item, withArray]) {
    for (const response of [{}, { 200: { type: 'object', properties: { items: list, totalCount: {} } } }]) {
      const items = many(50, make)
      const page = offsetPage(items, { page: 1, pageSize: 50, totalCount: 50 })
      const { get } = await project<Item>(t, selfLinks, page, { schema: { response } })
      const { items: seen } = (await get()).document as { items: unknown[] }
      const { secret: _, ...last } = make(49)
      t.equal(seen.length, 50)
      t.has(seen.at(-1), { ...last, _links: { self: { href: '/items/49' } } })
    }
  }
})

t.test('an onSend hook gets a string', async t => {
  const { get } = await project<Item>(t, selfLinks, many(3, item), {
    routes: app => app.addHook('onSend', async (_request, _reply, payload) => { t.type(payload, 'string') })
  })
  t.equal((await get()).status, 200)
})

t.test('lists that are requested at the same time, and while one is written, have their own elements', async t => {
  const lists = [many(200, id => ({ id, text: 'ß' })), many(10, id => ({ id })), many(100, wide)]
  const linked = lists.map(values => linkedList(JSON.stringify(values), values))
  const inner: string[] = []
  const { send, get } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    const links = defineLinks<Item>(links => {
      LINKS['later']!(links)
      links.link('again', LinkTarget.uri('/again')).when(async ({ id }, { request, server }) => {
        if (id !== 99 || request.headers['x-outer'] === undefined) return false
        inner.push((await server.inject('/list/0')).payload)
        return false
      })
    })
    app.get('/list/:index', { config: { hyper: { links } } }, request =>
      lists[Number((request.params as { index: string }).index)])
  })
  const requested = Array.from({ length: 12 }, (_, index) => index % lists.length)
  const responses = await Promise.all(requested.map(index => send({ method: 'GET', path: `/list/${index}` })))
  t.strictSame(responses.map(({ body }) => body.toString()), requested.map(index => linked[index]))
  t.strictSame((await get('default', '/list/2', [['x-outer', 'yes']])).text, linked[2])
  t.strictSame(inner, [linked[0]])
})

t.test('a list with an element that cannot be serialized has the error that it has alone', async t => {
  const failing = { id: 2, get text (): string { throw new Error('no text') } }
  const lists = { 'a getter that throws': () => [item(1), failing] }
  t.same(await compare(t, 'without a schema', lists), new Set([500]))
})

t.test('a link that rejects fails the response', async t => {
  const { get } = await project<Item>(t, links => {
    links.self(async ({ id }) => { if (id > 100) throw new Error(`no ${id}`); return LinkTarget.uri('/') })
  }, many(300, item))
  t.match(await get(), { status: 500, document: { message: 'no 101' } })
})

t.test('a tool that asks a list why it does not offer an action gets the list', async t => {
  const links = defineLinks<Item>(links => { links.affordance('cancel', LinkTarget.uri('/cancel')).when(() => false) })
  const { get } = await project<Item>(t, { links }, [{ id: 1 }], {
    routes: app => { app.addHook('onRequest', async ({ raw }) => markRequest(raw, 'response', 'cancel')) }
  })
  const { status, document } = await get()
  t.strictSame([status, document], [200, [{ id: 1 }]])
})
