import type { FastifyInstance, FastifyReply, FastifySchema, FastifyServerOptions, RouteHandlerMethod, RouteShorthandOptions } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, LinkTarget, offsetPage, type LinkBuilder } from '../../lib/index.ts'
import { bodyText } from '../support/documents.ts'
import { DIALECTS } from '../support/dialects.ts'
import { project, projection } from '../support/projection.ts'

// A long list is written in parts of 64 elements. What is read is what the same app writes without links, with a self link in each element.

interface Item { readonly id: number }

type Elements = readonly unknown[]
type Lists = Readonly<Record<string, () => Elements>>

interface Setup {
  readonly schema?: FastifySchema
  /** Options of the routes. */
  readonly route?: RouteShorthandOptions
  readonly server?: FastifyServerOptions
  /** Before the scope of the routes. */
  readonly around?: (app: FastifyInstance) => unknown
  /** Before the routes, in the scope of the routes. */
  readonly prepare?: (scope: FastifyInstance) => unknown
  /** Before the answer. */
  readonly answer?: (reply: FastifyReply) => unknown
  readonly links?: (links: LinkBuilder<Item>) => void
}

interface Answer {
  readonly status: number
  readonly text: string
}

interface Answers {
  readonly plain: Answer
  readonly linked: Answer
}

const hrefOf = (value: unknown) => `/items/${(value as Item).id}`
const selfLinks = (links: LinkBuilder<Item>) => { links.self(value => LinkTarget.uri(hrefOf(value))) }

/** What an app answers with each of some lists, without links and with them; a list is made anew for each request. */
async function answers (t: Test, lists: Lists, { schema = {}, route, server, around, prepare, answer, links = selfLinks }: Setup): Promise<(list: string) => Promise<Answers>> {
  const { send } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    await around?.(app)
    await app.register(async scope => {
      await prepare?.(scope)
      const handler: RouteHandlerMethod = (request, reply) => {
        answer?.(reply)
        // A reply that is sent: Fastify would look for `then` on a value that is returned.
        reply.send(lists[(request.params as { list: string }).list]!())
      }
      scope.get('/plain/:list', { ...route, schema }, handler)
      scope.get('/linked/:list', { ...route, schema, config: { hyper: { links: defineLinks<Item>('item', links) } } }, handler)
    })
  }, server)
  const ask = async (path: string): Promise<Answer> => {
    const response = await send({ method: 'GET', path, headers: [['Accept', 'application/json']] })
    return { status: response.status, text: bodyText(response) }
  }
  return async list => ({ plain: await ask(`/plain/${encodeURIComponent(list)}`), linked: await ask(`/linked/${encodeURIComponent(list)}`) })
}

/** The texts of an array's elements: JSON.parse says where each ends. `undefined` is what a schema that says nothing makes of it. */
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

/** Whether an element gets links at all, if an object is written of it. */
const isLinkable = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map) && !(value instanceof Date)

/** An element's own text with its self link, where it is an object without links of its own. */
function linkedText (text: string, value: unknown): string {
  if (text === 'undefined' || !isLinkable(value)) return text
  const written = JSON.parse(text) as unknown
  if (typeof written !== 'object' || written === null || Array.isArray(written) || '_links' in written) return text
  const separator = Object.keys(written).length === 0 ? '' : ','
  return `${text.slice(0, -1)}${separator}"_links":{"self":{"href":"${hrefOf(value)}"}}}`
}

/** What is to be read: each element with its link, but an error, or what is not a list of these elements, as it is. */
function wantedOf ({ status, text }: Answer, values: Elements): Answer {
  if (status !== 200 || !text.trimStart().startsWith('[')) return { status, text }
  const texts = textsIn(text)
  return { status, text: texts.length === values.length ? `[${texts.map((text, index) => linkedText(text, values[index])).join()}]` : text }
}

// Not compared by tap, which would print two long texts.
function different (seen: Answer, wanted: Answer): string | null {
  if (seen.status === wanted.status && seen.text === wanted.text) return null
  let at = 0
  while (at < seen.text.length && seen.text[at] === wanted.text[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 80)
  return `at ${at}: ${seen.status} ${around(seen.text)} where ${wanted.status} ${around(wanted.text)} was expected`
}

/** Compares what an app answers with each of some lists with what it writes by itself; the statuses that were seen. */
async function compare (t: Test, name: string, lists: Lists, setup: Setup = {}): Promise<Set<number>> {
  const ask = await answers(t, lists, setup)
  const faults: string[] = []
  const statuses = new Set<number>()
  for (const [list, make] of Object.entries(lists)) {
    const { plain, linked } = await ask(list)
    const fault = different(linked, wantedOf(plain, make()))
    if (fault !== null) faults.push(`${list}: ${fault}`)
    statuses.add(linked.status)
  }
  t.strictSame(faults, [], name)
  return statuses
}

const many = <E>(count: number, make: (index: number) => E): E[] => Array.from({ length: count }, (_, index) => make(index))
const item = (id: number) => ({ id, text: id % 3 === 0 ? '},{"' : `text ${id}`, secret: 'not for everybody' })
const withArray = (id: number) => ({ ...item(id), tags: ['a', '],[', id] })

const LENGTHS = [1, 63, 64, 65, 128, 129, 150]
const perLength = (make: (index: number) => unknown) => Object.fromEntries(LENGTHS.map(length => [length, () => many(length, make)]))

const PLAIN: Lists = {
  ...perLength(item),
  'arrays inside': () => many(150, withArray),
  'an array inside, in the first part': () => many(150, index => index === 3 ? withArray(index) : item(index)),
  'an array inside, in the last part': () => many(150, index => index === 140 ? withArray(index) : item(index))
}

const fields = { id: { type: 'integer' }, text: { type: 'string' }, tags: { type: 'array', items: {} } }
const object = { type: 'object', properties: fields }
const byName = { $ref: 'item#' }
const list = { type: 'array', items: object }
const anything = { type: 'object', additionalProperties: true }

function addShared (scope: FastifyInstance): void {
  scope.addSchema({ $id: 'item', ...object })
  scope.addSchema({ $id: 'list', type: 'array', items: byName })
  scope.addSchema({ $id: 'long', type: 'array', minItems: 100, items: byName })
}

// What is written of an object tells which branch was taken: each part of a long list would fit the first, the whole does not.
const short = { maxItems: 100, items: { type: 'object', properties: { id: fields.id, secret: { type: 'string' } } } }
const long = { minItems: 101, ...list }

const RESPONSES: Readonly<Record<string, Record<string, unknown>>> = {
  'none for the status': { 201: list },
  'an array of objects': { 200: list },
  'an array of anything': { 200: { type: 'array', items: {} } },
  'items by reference': { 200: { type: 'array', items: byName } },
  'a shared array': { 200: { $ref: 'list#' } },
  'a shared array with a length': { 200: { $ref: 'long#' } },
  'a shared array with words beside the reference': { 200: { $ref: 'list#', description: 'all of them' } },
  'a shared array with a choice beside the reference': { 200: { $ref: 'list#', anyOf: [short, {}] } },
  'a shared array with a condition beside the reference': { 200: { $ref: 'list#', if: { maxItems: 100 }, then: short, else: {} } },
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
  'a tuple': { 200: { type: 'array', items: many(150, index => index === 64 ? { type: 'object', properties: { id: fields.id } } : object) } },
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
  'anyOf within the items': { 200: { type: 'array', items: { anyOf: [{ type: 'object', required: ['tags'], properties: { tags: {} } }, object] } } },
  'not an array': { 200: object },
  nothing: { 200: {} }
}

t.test('without a response schema', async t => { await compare(t, 'none', PLAIN) })

t.test('response schemas', async t => {
  for (const [name, response] of Object.entries(RESPONSES)) {
    const statuses = await compare(t, name, PLAIN, { schema: { response }, prepare: addShared })
    t.ok(statuses.has(200), `${name} is answered`)
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
    await compare(t, `${dialect.name}, named items`, lists, setup(scope => listOf(dialect.named(scope, 'Item', { id: integer, text }).use)))
    await compare(t, `${dialect.name}, arrays inside`, { 150: () => many(150, id => ({ id, tags: ['a'] })) }, setup(() => listOf(object({ id: integer, tags: listOf(text) }))))
    const refused = await compare(t, `${dialect.name}, an element that does not fit`, { 150: () => many(150, id => ({ id: id === 100 ? 'x' : id, text: '' })) }, setup(() => listOf(object({ id: integer, text }))))
    t.strictSame([...refused], [500], `${dialect.name} refuses it`)
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

const PLACES: Readonly<Record<string, (index: number) => boolean>> = {
  'at the start': index => index === 0,
  'at the end of the first part': index => index === 63,
  'at the start of the second part': index => index === 64,
  'at the end': index => index === 149,
  'from the second part on': index => index >= 64,
  everywhere: () => true
}

function withHoles (values: unknown[]): unknown[] {
  values.forEach((value, index) => { if (value === HOLE) delete values[index] })
  return values
}

t.test('elements', async t => {
  const lists = Object.fromEntries(Object.entries(KINDS).flatMap(([kind, make]) =>
    Object.entries(PLACES).map(([place, isThere]) => [`${kind} ${place}`, () => withHoles(many(150, index => isThere(index) ? make(index) : item(index)))])))
  await compare(t, 'without a schema', lists)
  for (const [name, items] of Object.entries({ 'any items': {}, 'any objects': anything, 'objects with these members': object })) {
    await compare(t, name, lists, { schema: { response: { 200: { type: 'array', items } } } })
  }
})

t.test('each member of each element is read once, and each is written once', async t => {
  for (const tags of [undefined, ['a']]) {
    for (const response of [{}, { 200: { type: 'array', items: { type: 'object', properties: { id: {}, name: {}, tags: {} } } } }]) {
      const read = new Array<number>(150).fill(0)
      const lists = { all: () => many(150, id => ({ id, tags, get name () { return `read ${++read[id]!}` } })) }
      const { linked } = await (await answers(t, lists, { schema: { response } }))('all')
      const written = (JSON.parse(linked.text) as Array<{ name: string }>).map(({ name }) => name)
      // The plain answer was the first.
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

class Wrapping extends Array<unknown> {
  toJSON (): unknown { return this.map(value => ({ wrapped: value, of: this.length })) }
}

// Arrays that are more than an array, or less.
const ARRAYS: Lists = {
  'a subclass': () => new Fixed(...many(150, item)),
  'a subclass with a toJSON': () => Wrapping.from(many(150, item)),
  'a toJSON of its own': () => Object.assign(many(150, item), { toJSON: () => ({ items: 'elsewhere' }) }),
  'a toJSON that writes how many there are': () => Object.assign(many(150, item), { toJSON (this: unknown[]) { return many(this.length, id => ({ id, of: this.length })) } }),
  'a frozen one': () => Object.freeze(many(150, item)),
  'a proxy': () => new Proxy(many(150, item), {}),
  'a proxy that makes its elements': () => new Proxy(new Array(150).fill(0), { get: (target, name) => typeof name === 'string' && /^\d+$/.test(name) ? item(Number(name)) : Reflect.get(target, name) as unknown })
}

t.test('arrays', async t => {
  for (const [name, make] of Object.entries(ARRAYS)) {
    for (const response of [{}, { 200: list }]) await compare(t, `${name}, ${Object.keys(response).length} schemas`, { [name]: make }, { schema: { response } })
  }
})

t.test('a page of more items than a part has elements', async t => {
  const page = (items: Elements) => offsetPage(items, { page: 1, pageSize: 200, totalCount: items.length })
  for (const make of [item, withArray]) {
    for (const response of [{}, { 200: { type: 'object', properties: { items: list, totalCount: {} } } }]) {
      const { ask } = await project(t, { links: true }, () => page(many(150, make).map(value => Object.assign(new Nameless(), value))), { options: { links: [defineLinks(Nameless, selfLinks)] }, schema: { response } })
      const { items } = (await ask()).document as { items: unknown[] }
      const { secret: _, ...seen } = make(149)
      t.equal(items.length, 150)
      t.has(items.at(-1), { ...seen, _links: { self: { href: '/items/149' } } })
    }
  }
})

const failing: Lists = Object.fromEntries([0, 63, 64, 100, 149].flatMap(failing => [
  [`by the schema at ${failing}`, () => many(150, index => ({ ...item(index), id: index === failing ? 'no number' : index }))],
  [`by a getter at ${failing}`, () => many(150, index => ({ id: index, get text () { return index === failing ? fail(`no ${index}`) : '' } }))],
  [`by a toJSON at ${failing}`, () => many(150, index => index === failing ? { toJSON: () => fail(`no ${index}`) } : item(index))],
  [`by a BigInt at ${failing}`, () => many(150, index => index === failing ? { id: 1n } : item(index))]
]))

function fail (message: string): never {
  throw Object.assign(new Error(message), { statusCode: 503 })
}

const lateLinks = (isLate: (id: number) => boolean) => (links: LinkBuilder<Item>) => {
  links.self(value => isLate(value.id) ? new Promise(resolve => setImmediate(resolve, LinkTarget.uri(hrefOf(value)))) : LinkTarget.uri(hrefOf(value)))
}

t.test('an element that cannot be written fails the answer', async t => {
  const { 'by the schema at 100': noNumber, ...thrown } = failing
  for (const [name, links] of Object.entries({ now: selfLinks, later: lateLinks(id => id === 0) })) {
    t.strictSame([...await compare(t, `no schema, ${name}`, thrown, { links })].sort(), [200, 500, 503])
    t.strictSame([...await compare(t, `a schema, ${name}`, failing, { schema: { response: { 200: list } }, links })].sort(), [200, 500, 503])
    t.strictSame([...await compare(t, `a schema alone, ${name}`, { noNumber: noNumber! }, { schema: { response: { 200: list } }, links })], [500])
  }
})

t.test('links that have to be waited for', async t => {
  const LATE: Readonly<Record<string, (id: number) => boolean>> = { ...PLACES, 'one in each part': id => id % 50 === 0 }
  for (const [name, isLate] of Object.entries(LATE)) {
    for (const response of [{}, { 200: list }]) await compare(t, name, PLAIN, { schema: { response }, links: lateLinks(isLate) })
  }
})

t.test('a link that fails', async t => {
  const all = { all: () => many(150, item) }
  for (const at of [0, 64, 100, 149]) {
    for (const [name, fails] of Object.entries({ thrown: () => fail(`no link ${at}`), rejected: async () => fail(`no link ${at}`) })) {
      for (const late of [-1, 0, 70]) {
        const links = (links: LinkBuilder<Item>) => { links.self(async value => LinkTarget.uri(hrefOf(value))).when(({ id }) => id === at ? fails() : id === late ? Promise.resolve(true) : true) }
        const { linked } = await (await answers(t, all, { links }))('all')
        t.strictSame([linked.status, (JSON.parse(linked.text) as { message: string }).message], [503, `no link ${at}`], `${name} at ${at}, one waited for at ${late}`)
      }
    }
  }
})

// What a serializer of the app may make of a list.
const SERIALIZERS: Readonly<Record<string, (payload: unknown) => string>> = {
  'as it is': payload => JSON.stringify(payload),
  'with spaces': payload => JSON.stringify(payload, null, 2),
  'with spaces around': payload => `\n ${JSON.stringify(payload)}\n`,
  'escaped names': payload => JSON.stringify(payload).replaceAll('"secret"', '"\\u005flinks"'),
  'an escaped name in a later part': payload => JSON.stringify(payload).replace('"id":100,"text"', '"id":100,"\\u005flinks"'),
  'fewer members': payload => JSON.stringify(payload, ['id']),
  'no last element': payload => JSON.stringify((payload as unknown[]).slice(0, -1)),
  'no first element': payload => JSON.stringify((payload as unknown[]).slice(1)),
  'every other element': payload => JSON.stringify((payload as unknown[]).filter((_, index) => index % 2 === 0)),
  'the first hundred': payload => JSON.stringify((payload as unknown[]).slice(0, 100)),
  'no elements': () => '[]',
  'each element twice': payload => JSON.stringify((payload as unknown[]).flatMap(value => [value, value])),
  'one element more': payload => JSON.stringify([...payload as unknown[], null]),
  'how many there are': payload => JSON.stringify((payload as unknown[]).map(value => ({ value, of: (payload as unknown[]).length }))),
  'an object': payload => JSON.stringify({ items: payload }),
  'a text': () => '"nothing"',
  'what only begins like a list': payload => JSON.stringify(payload).slice(0, -1),
  'no JSON': () => 'nothing'
}

const LATE = 1000

type Install = (serializer: (payload: unknown) => string) => Setup

const INSTALLS: Readonly<Record<string, Install>> = {
  'reply.serializer': serializer => ({ answer: reply => reply.serializer(serializer).type('application/json') }),
  setReplySerializer: serializer => ({ prepare: scope => scope.setReplySerializer(serializer) }),
  setSerializerCompiler: serializer => ({ schema: { response: { 200: list } }, prepare: scope => scope.setSerializerCompiler(() => serializer) }),
  'the serializerCompiler of a route': serializer => ({ schema: { response: { 200: list } }, route: { serializerCompiler: () => serializer } }),
  'the serializerCompiler that a later plugin gives a route': serializer => ({
    schema: { response: { 200: list } },
    prepare: scope => scope.addHook('onRoute', route => { route.serializerCompiler = () => serializer })
  }),
  setSchemaController: serializer => ({
    schema: { response: { 200: list } },
    prepare: scope => scope.setSchemaController({ compilersFactory: { buildSerializer: () => () => serializer } })
  }),
  'a serializerCompiler around the scope': serializer => ({ schema: { response: { 200: list } }, around: app => app.setSerializerCompiler(() => serializer) }),
  schemaController: serializer => ({ schema: { response: { 200: list } }, server: { schemaController: { compilersFactory: { buildSerializer: () => () => serializer } } } })
}

t.test('serializers of the app', async t => {
  const lists = {
    ...Object.fromEntries([1, 2, 64, 65, 150].map(length => [length, () => many(length, item)])),
    'arrays inside': () => many(150, withArray),
    'a link in the first part is waited for': () => many(150, index => item(index === 3 ? LATE : index)),
    'a link in the last part is waited for': () => many(150, index => item(index === 140 ? LATE : index))
  }
  for (const [by, install] of Object.entries(INSTALLS)) {
    for (const [name, serializer] of Object.entries(SERIALIZERS)) {
      await compare(t, `${by}, ${name}`, lists, { ...install(serializer), links: lateLinks(id => id === LATE) })
    }
  }
})

t.test('a serializer of the app is asked once for each answer', async t => {
  for (const [by, install] of Object.entries(INSTALLS)) {
    let calls = 0
    let serializer = String as (payload: unknown) => string
    const ask = await answers(t, { all: () => many(150, item) }, install(payload => {
      calls++
      return serializer(payload)
    }))
    for (const named of Object.values(SERIALIZERS)) {
      serializer = named
      await ask('all')
    }
    // For the plain answer, and for the linked one.
    t.equal(calls, 2 * Object.keys(SERIALIZERS).length, by)
  }
})

// Options of fast-json-stringify that say how long lists are written.
const OPTIONS: Readonly<Record<string, object>> = {
  'native lists': { largeArrayMechanism: 'json-stringify', largeArraySize: 100 },
  'native lists, the other lists as by default': { largeArrayMechanism: 'default', largeArraySize: 100 },
  'a size alone': { largeArraySize: 100 },
  'native objects': { objectMechanism: 'native' },
  rounding: { rounding: 'ceil' }
}

t.test('options of the serializer', async t => {
  for (const [name, serializerOpts] of Object.entries(OPTIONS)) {
    for (const response of [{ 200: list }, { 200: { $ref: 'list#' } }]) {
      await compare(t, name, PLAIN, { schema: { response }, server: { serializerOpts }, prepare: addShared })
    }
  }
})

// What a callback does to the list that is being written.
const CHANGES: Readonly<Record<string, (list: unknown[]) => void>> = {
  'empties it': list => { list.length = 0 },
  'takes the last': list => { list.pop() },
  'adds one': list => { list.push(item(7)) },
  'turns it around': list => { list.reverse() },
  'replaces the last': list => { list[list.length - 1] = item(7) }
}

t.test('a callback that changes the list: what is written is what was returned', async t => {
  for (const [name, change] of Object.entries(CHANGES)) {
    for (const at of [0, 5, 100]) {
      let list: unknown[] = []
      const links = (links: LinkBuilder<Item>) => {
        links.self(value => {
          if (value.id === at) change(list)
          return LinkTarget.uri(hrefOf(value))
        })
      }
      await compare(t, `${name}, at ${at}`, { all: () => (list = many(150, item)) }, { links })
    }
  }
})
