import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import { siren } from '../../../formats/siren.ts'
import hyper, { defineLinks, LinkTarget, offsetPage, pageQuery } from '../../../lib/index.ts'

const SIREN = 'application/vnd.siren+json'

interface Parcel { id: number, status: string, secret: string, items: Array<{ id: number, name: string }> }

const PARCEL: Parcel = { id: 7, status: 'Packed', secret: 'hidden', items: [{ id: 1, name: 'Tea' }] }

const itemLinks = defineLinks<{ id: number }>(links => {
  links.self(LinkTarget.uri('/items/1'))
}, { name: 'Item', schema: { type: 'object', properties: { name: { type: 'string' } } } })

const parcelLinks = defineLinks<Parcel>(links => {
  links.self(LinkTarget.route('GetParcel', parcel => ({ id: parcel.id })))
  links.link('search', LinkTarget.routeTemplate('ListParcels')).title('Find parcels')
  links.link('help', LinkTarget.uri('https://example.org/help').title('Help').type('text/html').hreflang('en'))
  links.link('item', LinkTarget.uri('/items/2'))
  links.link('other', LinkTarget.template('/parcels/{id}'))
  links.embedMany('item', parcel => parcel.items, itemLinks)
  links.embedMany('note', () => [{ text: 'Fragile' }])
  links.affordance('send', LinkTarget.route('SendParcel', parcel => ({ id: parcel.id }))).title('Send the parcel')
  links.affordance('search', LinkTarget.route('CancelParcel', parcel => ({ id: parcel.id })))
  links.affordance('open', LinkTarget.route('CancelParcel', parcel => ({ id: parcel.id }))).when(() => false)
}, { name: 'Parcel' })

const PARCEL_SCHEMA = { type: 'object', properties: { id: { type: 'integer' }, status: { type: 'string' } } }

const BODY = {
  type: 'object',
  required: ['speed'],
  properties: {
    speed: { type: 'string', enum: ['standard', 'express'], title: 'Speed', default: 'express' },
    extras: { type: 'array', items: { type: 'string', enum: ['gift', 'tracked'] } },
    days: { type: 'integer', title: 'Days', default: 3 },
    note: { type: 'string', maxLength: 5000 },
    address: { type: 'object', properties: { street: { type: 'string' } } }
  }
}

async function buildApp (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, { formatters: [siren()], hrefs: 'path' })
  app.get('/parcels/:id', {
    schema: { response: { 200: PARCEL_SCHEMA } }, config: { hyper: { name: 'GetParcel', links: parcelLinks } }
  }, () => PARCEL)
  app.get('/parcels', {
    schema: { querystring: pageQuery({ status: { type: 'string' } }) },
    config: { hyper: { name: 'ListParcels', links: itemLinks } }
  }, () => offsetPage([{ id: 1 }], { page: 1, pageSize: 1, totalCount: 2 }))
  app.get('/list', { config: { hyper: { links: itemLinks } } }, () => [{ id: 1 }])
  app.post('/parcels/:id/send', {
    schema: { body: BODY }, config: { hyper: { name: 'SendParcel' } }
  }, (_request, reply) => reply.code(204).send())
  app.delete('/parcels/:id', { config: { hyper: { name: 'CancelParcel' } } }, (_, reply) => reply.code(204).send())
  return app
}

async function read<R> (url: string): Promise<R> {
  const app = await buildApp()
  const response = await app.inject({ url, headers: { accept: SIREN } })
  await app.close()
  t.match(response.headers['content-type'], SIREN)
  return response.json<R>()
}

interface Entity {
  class?: string[]
  properties: object
  entities: object[]
  links: object[]
  actions: Array<{ name: string, fields?: object[] }>
}

t.test('the class is the type, and the properties are what the response schema has', async t => {
  const { class: type, properties } = await read<Entity>('/parcels/7')
  t.same([type, properties], [['Parcel'], { id: 7, status: 'Packed' }])
})

t.test('entities are embedded resources, then links to items', async t => {
  t.same((await read<Entity>('/parcels/7')).entities, [
    { rel: ['item'], class: ['Item'], properties: { name: 'Tea' }, links: [{ rel: ['self'], href: '/items/1' }] },
    { rel: ['note'], properties: { text: 'Fragile' } },
    { rel: ['item'], href: '/items/2' }
  ])
})

t.test('links have titles and types', async t => {
  t.same((await read<Entity>('/parcels/7')).links, [
    { rel: ['self'], href: '/parcels/7' },
    { rel: ['help'], href: 'https://example.org/help', title: 'Help', type: 'text/html' }
  ])
})

t.test('actions have fields, and a search is an action with another name', async t => {
  const { actions } = await read<Entity>('/parcels/7')
  t.same(actions.map(({ name }) => name), ['send', 'search', 'search-2'])
  t.match(actions[0], { title: 'Send the parcel', method: 'POST', href: '/parcels/7/send', type: 'application/json' })
  t.same(actions[1], { name: 'search', method: 'DELETE', href: '/parcels/7' })
  t.same(actions[2], {
    name: 'search-2',
    title: 'Find parcels',
    method: 'GET',
    href: '/parcels',
    fields: ['status', 'page', 'pageSize'].map(name => ({ name, type: 'text' }))
  })
})

t.test('fields have controls that Siren has, and no nested names', async t => {
  t.same((await read<Entity>('/parcels/7')).actions[0]!.fields, [
    {
      name: 'speed',
      title: 'Speed',
      type: 'radio',
      value: [
        { title: 'standard', value: 'standard', selected: false },
        { title: 'express', value: 'express', selected: true }
      ]
    },
    {
      name: 'extras',
      type: 'checkbox',
      value: [
        { title: 'gift', value: 'gift', selected: false }, { title: 'tracked', value: 'tracked', selected: false }
      ]
    },
    { name: 'days', title: 'Days', type: 'number', value: '3' },
    { name: 'note', type: 'text' }
  ])
})

t.test('a page is a collection of entities with its numbers', async t => {
  const { class: type, properties, entities } = await read<Entity>('/parcels')
  t.same([type, properties, entities.length], [
    ['collection'], { page: 1, pageSize: 1, totalCount: 2, totalPages: 2 }, 1
  ])
})

t.test('a bare array keeps its media type', async t => {
  const app = await buildApp()
  const { headers } = await app.inject({ url: '/list', headers: { accept: SIREN } })
  await app.close()
  t.match(headers['content-type'], 'application/json')
})
