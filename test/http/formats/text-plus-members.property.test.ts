import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type HypermediaFormatter, LinkTarget } from '../../../lib/index.ts'
import { isObject, type JsonObject } from '../../support/documents.ts'
import { readNames } from '../../support/member-names.ts'
import { runs } from '../../support/runs.ts'
import { memberNames, parseJson } from '../../support/strict-json.ts'

// The law: a response is the value's own text, as plain Fastify writes it for that value and schema,
// and then exactly the members.

const BATCHES = runs(50)
const SCHEMAS = 4
const VALUES = 15

const envelope: HypermediaFormatter = {
  mediaType: 'application/vnd.envelope+json',
  format: ({ body, links, actions, embedded }) =>
    `{"own":${body},"links":${JSON.stringify(links)},"actions":${JSON.stringify(actions)},"embedded":[${[
      ...embedded.values()
    ].flat()
      .join()}]}`
}

const child = Object.freeze({ id: 1, secret: 'child' })
const childLinks = defineLinks<typeof child>(
  links => { links.self(LinkTarget.uri('/child')) },
  { schema: { type: 'object', properties: { id: { type: 'integer' } } } }
)

const config = defineLinks<object>(links => {
  links.self(LinkTarget.uri('/self'))
  links.link('}],{[', LinkTarget.uri('/?"}],'))
  links.embed('child', () => child, childLinks)
  links.affordance('act', LinkTarget.uri('/act'))
})

const _links = { self: { href: '/self' }, '}],{[': { href: '/?"}],' } }
const childDocument = { id: 1, _links: { self: { href: '/child' } } }
const _embedded = { child: childDocument }
const _actions = { act: { href: '/act', method: 'POST' } }
const _templates = { act: { method: 'POST', target: '/act' } }

type Members = Array<readonly [name: string, value: unknown]>

/** An object's members in the order of its text. */
function membersOf (text: string): Members {
  const document = parseJson(text) as JsonObject
  return memberNames(text).at(-1)!.map(name => [name, document[name]])
}

// A member that the text has of its own stays, and ours is omitted.
const adding = (members: JsonObject) => (own: string): Members => {
  const mine = membersOf(own)
  return [...mine, ...Object.entries(members).filter(([name]) => mine.every(([ownName]) => ownName !== name))]
}

const enveloped = (own: string): Members => [
  ['own', parseJson(own)],
  ['links', Object.entries(_links).map(([rel, { href }]) => ({ rel, href }))],
  ['actions', [{ name: 'act', href: '/act', method: 'POST' }]],
  ['embedded', [{ own: { id: 1 }, links: [{ rel: 'self', href: '/child' }], actions: [], embedded: [] }]]
]

interface Format {
  readonly name: string
  readonly path: string
  readonly accept: string
  /** What becomes of an object's own text. */
  readonly expected: (own: string) => Members
}

const formats: readonly Format[] = [
  {
    name: 'default', path: '/negotiated', accept: 'application/json', expected: adding({ _links, _embedded, _actions })
  },
  { name: 'hal', path: '/negotiated', accept: 'application/hal+json', expected: adding({ _links, _embedded }) },
  {
    name: 'hal-forms',
    path: '/negotiated',
    accept: 'application/prs.hal-forms+json',
    expected: adding({ _links, _embedded, _templates })
  },
  {
    name: 'vendor',
    path: '/negotiated',
    accept: 'application/vnd.hyper+json',
    expected: adding({ _links, _embedded, _actions })
  },
  { name: 'custom', path: '/negotiated', accept: envelope.mediaType, expected: enveloped },
  { name: 'none', path: '/none', accept: '*/*', expected: membersOf }
]

const NAMES = [
  'a', 'b', 'secret', '_links', '_embedded', '_actions', '_templates', '10', '9', 'x"y', '\\', '}', 'é', ''
]
const name = readNames(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...NAMES) }, {
  weight: 1, arbitrary: fc.string({ unit: 'binary' })
}, { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString') }))

const scalar = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'"\\{}[]:, \n\u2028é😀') }), fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)
)

const { object, value } = fc.letrec<{ object: object, value: unknown }>(tie => ({
  object: fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  value: fc.oneof({ maxDepth: 3 }, scalar, tie('object'), fc.array(tie('value'), { maxLength: 3 }))
}))

const body = fc.oneof({ weight: 6, arbitrary: object }, {
  weight: 1, arbitrary: value
}, { weight: 2, arbitrary: fc.array(fc.oneof(object, value), { maxLength: 4 }) })

const { objectSchema } = fc.letrec<{ objectSchema: JsonObject }>(tie => ({
  objectSchema: fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom(...NAMES), fc.oneof({
      maxDepth: 2, weight: 3, arbitrary: fc.constant({})
    }, {
      weight: 1, arbitrary: fc.constantFrom({ type: 'string' }, { type: 'number' }, { type: 'array', items: {} })
    }, { weight: 1, arbitrary: tie('objectSchema') }), { maxKeys: 6, noNullPrototype: true }),
    additionalProperties: fc.constantFrom(false, false, true)
  })
}))

const schema = fc.oneof(
  fc.constant(undefined),
  objectSchema,
  objectSchema.map(items => ({ type: 'array', items })),
  objectSchema.map(whole => ({ anyOf: [whole, { type: 'array', items: whole }] }))
)

const batch = fc.array(fc.tuple(schema, fc.array(body, { minLength: VALUES, maxLength: VALUES })), {
  minLength: SCHEMAS, maxLength: SCHEMAS
})

function deepFreeze (value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}

/** One app for many schemas; what is sent is put into `sent` before each request. */
interface Subject {
  readonly plain: FastifyInstance
  readonly linked: FastifyInstance
  readonly sent: { value: unknown }
}

async function subjectWith (schemas: readonly unknown[]): Promise<Subject> {
  const sent = { value: undefined as unknown }
  const linked = Fastify({ exposeHeadRoutes: false })
  await linked.register(hyper, { formatters: [envelope] })
  const plain = Fastify({ exposeHeadRoutes: false })
  schemas.forEach((schema, index) => {
    const options = schema === undefined ? {} : { schema: { response: { 200: schema } } }
    plain.get(`/${index}`, options, (_, reply) => { reply.send(sent.value) })
    linked.get(`/${index}/negotiated`, { ...options, config: { hyper: { links: config } } }, (_, reply) => {
      reply.send(sent.value)
    })
    linked.get(`/${index}/none`, {
      ...options, config: { hyper: { links: config, format: 'none' } }
    }, (_, reply) => { reply.send(sent.value) })
  })
  return { plain, linked, sent }
}

/**
 * What a text is read as; undefined for the few that are no JSON,
 * which a schema with `anyOf` makes of what it does not know.
 */
function read (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Where the value and its text are objects, there are members; anything else is what it was.
function checkText (own: string, seen: string, value: unknown, expected: Format['expected']): boolean {
  return isObject(value) && isObject(read(own)) ? isDeepStrictEqual(membersOf(seen), expected(own)) : seen === own
}

function checkResponse (own: string, seen: string, value: unknown, { expected }: Format): boolean {
  const texts = read(own)
  if (!Array.isArray(value) || !Array.isArray(texts)) return checkText(own, seen, value, expected)
  const elements = parseJson(seen) as unknown[]
  return elements.length === texts.length &&
    texts.every((text, index) => checkText(
      JSON.stringify(text), JSON.stringify(elements[index]), value[index], expected
    ))
}

type Kind = 'object' | 'array' | 'scalar' | 'failed'

async function checkOne ({ plain, linked, sent }: Subject, index: number, value: unknown): Promise<Kind> {
  sent.value = deepFreeze(value)
  const own = await plain.inject(`/${index}`)
  for (const format of formats) {
    const seen = await linked.inject({ url: `/${index}${format.path}`, headers: { accept: format.accept } })
    const same =
      own.statusCode === 200 ? checkResponse(own.payload, seen.payload, value, format) : seen.payload === own.payload
    if (seen.statusCode !== own.statusCode || !same) {
      throw new Error(`${format.name}: ${seen.statusCode} ${seen.payload} where the own text is ${own.payload}`)
    }
  }
  if (own.statusCode !== 200) return 'failed'
  return isObject(value) ? 'object' : Array.isArray(value) ? 'array' : 'scalar'
}

t.test('every response is the own text and exactly the members', async t => {
  const seen = { object: 0, array: 0, scalar: 0, failed: 0 }
  await fc.assert(fc.asyncProperty(batch, async rows => {
    const subject = await subjectWith(rows.map(([schema]) => schema))
    try {
      for (const [index, [, values]] of rows.entries()) {
        for (const value of values) seen[await checkOne(subject, index, value)]++
      }
    } finally {
      await Promise.all([subject.plain.close(), subject.linked.close()])
    }
  }), { numRuns: BATCHES, includeErrorInReport: true })
  t.equal(seen.object + seen.array + seen.scalar + seen.failed, BATCHES * SCHEMAS * VALUES, JSON.stringify(seen))
  t.ok(seen.object > 0 && seen.array > 0, 'each kind happens often')
})
