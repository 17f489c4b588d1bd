import type { FastifyReply } from 'fastify'
import t from 'tap'
import { LinkTarget, type LinkBuilder } from '../../lib/index.ts'
import { addShared, answers, compare, fail, hrefOf, item, lateLinks, list, many, PLACES, PLAIN, selfLinks, withArray, type Item, type Lists, type Setup } from '../support/lists.ts'

// A long list that an app writes in its own way, that fails, waits or changes while it is written: what is read is the same, or nothing of it.

const failing: Lists = Object.fromEntries([0, 63, 64, 100, 149].flatMap(failing => [
  [`by the schema at ${failing}`, () => many(150, index => ({ ...item(index), id: index === failing ? 'no number' : index }))],
  [`by a getter at ${failing}`, () => many(150, index => ({ id: index, get text () { return index === failing ? fail(`no ${index}`) : '' } }))],
  [`by a toJSON at ${failing}`, () => many(150, index => index === failing ? { toJSON: () => fail(`no ${index}`) } : item(index))],
  [`by a BigInt at ${failing}`, () => many(150, index => index === failing ? { id: 1n } : item(index))]
]))

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

t.test('a serializer of the app writes a list once, and each element at most once more', async t => {
  for (const [by, install] of Object.entries(INSTALLS)) {
    let calls = 0
    let serializer = String as (payload: unknown) => string
    const ask = await answers(t, { all: () => many(150, item) }, install(payload => {
      calls++
      return serializer(payload)
    }))
    for (const [name, named] of Object.entries(SERIALIZERS)) {
      serializer = named
      calls = 0
      await ask('all')
      // For the plain answer, and for the linked one with its 150 elements.
      t.ok(calls >= 2 && calls <= 152, `${by}, ${name}: ${calls}`)
    }
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
    for (const response of [{}, { 200: list }, { 200: { ...list, minItems: 1 } }]) {
      for (const at of [0, 5, 100]) {
        let written: unknown[] = []
        const links = (links: LinkBuilder<Item>) => {
          links.self(value => {
            if (value.id === at) change(written)
            return LinkTarget.uri(hrefOf(value))
          })
        }
        await compare(t, `${name}, at ${at}`, { all: () => (written = many(150, item)) }, { links, schema: { response } })
      }
    }
  }
})

t.test('a callback that changes the reply: the parts after it are written like those before', async t => {
  const changes: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
    'the status': reply => reply.code(201),
    'the serializer': reply => reply.serializer(() => '[]'),
    'the content type': reply => reply.type('application/problem+json')
  }
  for (const [name, change] of Object.entries(changes)) {
    const links = (links: LinkBuilder<Item>) => {
      links.self((value, { reply }) => {
        if (value.id === 5) change(reply)
        return LinkTarget.uri(hrefOf(value))
      })
    }
    const { plain, linked } = await (await answers(t, { all: () => many(150, item) }, { links, schema: { response: { 200: list } } }))('all')
    const written = JSON.parse(linked.text) as object[]
    t.strictSame(written, (JSON.parse(plain.text) as Item[]).map(value => ({ ...value, _links: { self: { href: hrefOf(value) } } })), name)
  }
})
