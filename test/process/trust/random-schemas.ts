import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { readNames } from '../../support/member-names.ts'
import { parseJson } from '../../support/strict-json.ts'
import { ACCEPTS, everything, ownPart } from './documents.ts'
import { scaled } from './scale.ts'

// Random schemas, each with values that have more members than the schema: every format sends what Fastify sends
// without the plugin.

const SECRET = 'never sent'
const BATCH = 10

/** A schema, and a value for it that has undeclared members at every depth. */
interface Sample {
  readonly schema: object
  readonly value: unknown
}

const TAKEN = ['__proto__', 'secret', 'own', '_links', '_embedded', '_actions', '_templates', 'toJSON']
const name = readNames(fc.oneof(
  fc.constantFrom('id', 'name', 'items', 'a', 'b', 'c', '__x', 'x-y', 'ä'),
  fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' })
)).filter(name => !TAKEN.includes(name))

const scalar: fc.Arbitrary<Sample> = fc.oneof(
  fc.integer().map(value => ({ schema: { type: 'integer' }, value })),
  fc.string({ unit: 'grapheme' }).map(value => ({ schema: { type: 'string' }, value })),
  fc.boolean().map(value => ({ schema: { type: 'boolean' }, value })),
  fc.constant({ schema: { type: ['string', 'null'] }, value: null }),
  fc.integer().map(value => ({ schema: { type: 'integer', nullable: true }, value }))
)

const { object } = fc.letrec<{ any: Sample, object: Sample, list: Sample }>(tie => ({
  any: fc.oneof({ maxDepth: 3 }, scalar, tie('object'), tie('list')),
  object: fc.uniqueArray(fc.tuple(name, tie('any'), fc.boolean()), { selector: ([name]) => name, maxLength: 5 })
    .map(members => ({
      schema: {
        type: 'object',
        properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
        required: members.filter(([, , required]) => required).map(([name]) => name)
      },
      value: {
        ...Object.fromEntries(members.map(([name, { value }]) => [name, value])),
        secret: SECRET,
        more: { secret: SECRET }
      }
    })),
  list: fc.tuple(tie('any'), fc.integer({ min: 0, max: 3 })).map(([{ schema, value }, count]) => ({
    schema: { type: 'array', items: schema },
    value: Array.from({ length: count }, () => value)
  }))
}))

const KINDS = ['object', 'list', 'page', 'embedded'] as const

function declare (app: FastifyInstance, prefix: string, kind: typeof KINDS[number], { schema, value }: Sample): void {
  const self = defineLinks<object>(links => { links.self(LinkTarget.uri('/self')) }, { schema })
  const embedding = defineLinks<object>(links => { links.embed('child', () => value as object, self) })
  const list = { type: 'array', items: schema }
  const page = offsetPage([value, value], { page: 1, pageSize: 2, totalCount: 2 })
  const response =
    { object: schema, list, page: { type: 'object', properties: { items: list } }, embedded: schema }[kind]
  const payload = { object: value, list: [value, value], page, embedded: value }[kind]
  const options = { schema: { response: { 200: response } } }
  app.get(`${prefix}/plain`, options, (_, reply) => { reply.send(payload) })
  const config = { hyper: { links: kind === 'embedded' ? embedding : self } }
  app.get(`${prefix}/linked`, { ...options, config }, (_, reply) => { reply.send(payload) })
}

async function differences (samples: readonly Sample[]): Promise<string[]> {
  const app = Fastify()
  await app.register(hyper, { formatters: [everything] })
  const places = samples.flatMap((sample, index) => KINDS.map(kind => ({ sample, kind, prefix: `/${index}/${kind}` })))
  for (const { prefix, kind, sample } of places) declare(app, prefix, kind, sample)
  const found: string[] = []
  for (const { prefix, kind, sample } of places) {
    const plain = await app.inject(`${prefix}/plain`)
    for (const accept of ACCEPTS) {
      const { payload } = await app.inject({ url: `${prefix}/linked`, headers: accept === null ? {} : { accept } })
      const document = parseJson(payload)
      const sent = kind === 'embedded' ? [document, member(document, '_embedded', 'child')] : [document]
      const expected: unknown = JSON.parse(plain.payload)
      const isSame = sent.every(part => isDeepStrictEqual(ownPart(part), expected))
      if (isSame && !payload.includes(SECRET)) continue
      found.push(`${prefix} ${accept} ${JSON.stringify(sample)}\n  plain  ${plain.payload}\n  linked ${payload}`)
    }
  }
  await app.close()
  return found
}

t.test('random schemas: every format sends what Fastify sends without the plugin', async t => {
  const runs = scaled(3000 / BATCH)
  const seed = Number(process.env['TRUST_SEED'] ?? 20261122)
  await fc.assert(fc.asyncProperty(fc.array(object, { minLength: BATCH, maxLength: BATCH }), async samples => {
    const [first] = await differences(samples)
    if (first !== undefined) throw new Error(first)
  }), { numRuns: runs, includeErrorInReport: true, seed })
  t.pass(`${runs * BATCH} schemas, ${KINDS.length} structures, ${ACCEPTS.length} values of Accept`)
})
