import Fastify from 'fastify'
import t from 'tap'
import { collectionJson } from '../../../formats/collection-json.ts'
import { hydra } from '../../../formats/hydra.ts'
import { jsonApi } from '../../../formats/json-api.ts'
import { siren } from '../../../formats/siren.ts'
import hyper, {
  defineLinks, type HypermediaFormatter, jsonArray, LinkTarget, offsetPage, type ProjectedResource
} from '../../../lib/index.ts'

// Formatters with `data`: resources of one kind are formatted once, and the data and hrefs of each are put in.

interface Order { id: number, open: boolean, path?: string }

const orderLinks = defineLinks<Order>(links => {
  links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
  links.link('list', LinkTarget.route('ListOrders'))
  links.link('other', ({ path }) => path === undefined ? null : LinkTarget.uri(path))
  links.affordance('close', LinkTarget.route('CloseOrder', ({ id }) => ({ id }))).when(({ open }) => open)
  links.affordance('change', LinkTarget.route('ChangeOrder', ({ id }) => ({ id })))
}, { name: 'Order' })

const write = ({ data, body, links, actions, self }: ProjectedResource) => {
  const own = actions.filter(({ href }) => href === self).map(({ name }) => name)
  const hrefs = (all: readonly { href: string }[]) => all.map(({ href }) => href)
  const members = JSON.stringify({ links: hrefs(links), actions: hrefs(actions), own })
  return `{"data":${data ?? body},${members.slice(1)}`
}

const FORMATTER: HypermediaFormatter = { mediaType: 'application/x', format: write }

async function read (values: readonly Order[], formatter: HypermediaFormatter): Promise<[body: string, calls: number]> {
  let calls = 0
  const counted: HypermediaFormatter = {
    ...formatter,
    format (...parameters) {
      calls++
      return formatter.format(...parameters)
    }
  }
  const app = Fastify()
  await app.register(hyper, { formatters: [counted], hrefs: 'path' })
  app.get('/orders', { config: { hyper: { name: 'ListOrders', links: orderLinks } } }, () => values)
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: orderLinks } } }, () => values[0])
  const other = { resource: false } as const
  app.post('/orders/:id/close', { config: { hyper: { name: 'CloseOrder', ...other } } }, () => ({}))
  app.put('/orders/:id', { config: { hyper: { name: 'ChangeOrder', ...other } } }, () => ({}))
  const { body } = await app.inject({ url: '/orders', headers: { accept: 'application/x' } })
  await app.close()
  return [body, calls]
}

const many = (values: Partial<Order>): Order[] =>
  Array.from({ length: 20 }, (_, index) => ({ id: index + 1, open: index % 2 === 0, ...values }))

type Row = [values: readonly Order[], formatter: Partial<HypermediaFormatter>, calls: number]

// The first resource of a kind is formatted as usual too, to compare both.
const ROWS: Readonly<Record<string, Row>> = {
  'two kinds': [many({}), { data: () => body => body }, 4],
  'one kind': [many({ open: true }), { data: () => body => body }, 2],
  'a link of a callback': [many({ open: true, path: '/a' }), { data: () => body => body }, 20],
  'data that cannot be written apart': [many({ open: true }), {
    data: () => body => body.includes(':7,') ? null : body
  }, 3],
  'a format that changes hrefs': [many({ open: true }), {
    format: ({ links, ...resource }) =>
      write({ ...resource, links: links.map(link => ({ ...link, href: link.href.toUpperCase() })) }),
    data: () => body => body
  }, 22],
  'a format that reads the body': [many({ open: true }), {
    format: ({ body }) => JSON.stringify({ id: (JSON.parse(body) as Order).id }), data: () => body => body
  }, 21]
}

for (const [row, [values, members, calls]] of Object.entries(ROWS)) {
  t.test(`a formatter with data writes what it writes without: ${row}`, async t => {
    const { data: _data, ...without } = { ...FORMATTER, ...members }
    const [expected, each] = await read(values, without)
    const [body, some] = await read(values, { ...FORMATTER, ...members })
    t.equal(body, expected)
    t.strictSame([each, some], [values.length, calls])
  })
}

const FAULTS: Readonly<Record<string, [data: unknown, message: RegExp]>> = {
  'no function': [() => 1, /its data is a number\. data\(kind\) returns a function/],
  'a number': [() => () => 1, /its data is a number\. data\(kind\) returns a function/],
  'a promise': [() => async () => 'x', /its data is a promise/],
  'an error': [() => () => { throw new Error('broken') }, /broken/]
}

for (const [row, [data, message]] of Object.entries(FAULTS)) {
  t.test(`data that returns or throws ${row} fails the response`, async t => {
    const [body] = await read(many({}), { ...FORMATTER, data: data as NonNullable<HypermediaFormatter['data']> })
    t.match(JSON.parse(body), { statusCode: 500, message })
  })
}

t.test('a formatter with data gets the relation of the items of each page', async t => {
  const app = Fastify()
  const formatter: HypermediaFormatter = {
    mediaType: 'application/x',
    data: () => body => body,
    format: ({ body, embedded }) => {
      const members = [...embedded].map(([name, json]) =>
        `,"${name}":${typeof json === 'string' ? json : jsonArray(json)}`)
      return `{"data":${body}${members.join('')}}`
    }
  }
  await app.register(hyper, { formatters: [formatter] })
  app.get<{ Params: { rel: string } }>('/:rel', { config: { hyper: { links: true } } }, ({ params: { rel } }) =>
    offsetPage([{ id: 1 }], { page: 1, pageSize: 1, totalCount: 1, rel }))
  for (const rel of ['orders', 'customers']) {
    const response = await app.inject({ url: `/${rel}`, headers: { accept: 'application/x' } })
    t.strictSame(Object.keys(response.json<object>()), ['data', rel])
  }
  await app.close()
})

t.test('formats of the package write very long strings', async t => {
  const app = Fastify()
  await app.register(hyper, { formatters: [siren(), collectionJson(), jsonApi(), hydra()] })
  const links = defineLinks<object>(links => { links.self(LinkTarget.uri('/long')) }, { name: 'Long' })
  const values = [1, 2, 3].map(id => ({ id, text: '"'.repeat(3_000_000) }))
  app.get('/long', { config: { hyper: { links } } }, () => values)
  for (const accept of ['vnd.siren+json', 'vnd.collection+json', 'vnd.api+json', 'ld+json']) {
    const { statusCode, body } = await app.inject({ url: '/long', headers: { accept: `application/${accept}` } })
    t.strictSame([statusCode, body.length > 18_000_000], [200, true], accept)
  }
  await app.close()
})
