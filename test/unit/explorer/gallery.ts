import Fastify, { type FastifyInstance } from 'fastify'
import { hyperExplorer } from 'fastify-hyper/explorer'

// An API of hand-written documents, one for each thing that the explorer shows.

const HAL_FORMS = 'application/prs.hal-forms+json'

const CHOICES = [{ prompt: 'Standard', value: 'standard' }, { prompt: 'Express', value: 'express' }]

/** A field of every kind. */
export const PROPERTIES = [
  { name: 'token', type: 'hidden', value: 'abc' },
  { name: 'name', prompt: 'Name', required: true, minLength: 2, maxLength: 40, placeholder: 'Ada Lovelace' },
  { name: 'code', prompt: 'Code', regex: '^[A-Z]{3}-\\d+$', value: 'ABC-1' },
  { name: 'email', prompt: 'Email', type: 'email' },
  { name: 'site', prompt: 'Site', type: 'url' },
  { name: 'phone', prompt: 'Phone', type: 'tel' },
  { name: 'secret', prompt: 'Secret', type: 'password' },
  { name: 'find', prompt: 'Find', type: 'search' },
  { name: 'quantity', prompt: 'Quantity', type: 'number', min: 1, max: 100, step: 1, value: '1', required: true },
  { name: 'weight', prompt: 'Weight', type: 'number' },
  { name: 'priority', prompt: 'Priority', type: 'range', min: 0, max: 10, step: 1, value: '3' },
  { name: 'day', prompt: 'Day', type: 'date', min: 1 },
  { name: 'month', prompt: 'Month', type: 'month' },
  { name: 'week', prompt: 'Week', type: 'week' },
  { name: 'time', prompt: 'Time', type: 'time' },
  { name: 'moment', prompt: 'Moment', type: 'datetime-local' },
  { name: 'colour', prompt: 'Colour', type: 'color', value: '#4353c5' },
  { name: 'note', prompt: 'Note', type: 'textarea', rows: 3, cols: 40, maxLength: 500 },
  { name: 'number', prompt: 'Customer number', readOnly: true, value: '4711' },
  { name: 'speed', prompt: 'Delivery', required: true, options: { inline: CHOICES, maxItems: 1, minItems: 1 } },
  {
    name: 'gift',
    prompt: 'Gift',
    options: {
      inline: [{ prompt: 'true', value: 'true' }, { prompt: 'false', value: 'false' }],
      maxItems: 1,
      selectedValues: ['false']
    }
  },
  {
    name: 'country',
    prompt: 'Country',
    options: { link: { href: '/countries' }, promptField: 'name', valueField: 'code', maxItems: 1 }
  },
  {
    name: 'extras',
    prompt: 'Extras',
    options: { inline: ['wrap', 'card', 'insurance'], minItems: 1, maxItems: 2, selectedValues: ['card'] }
  },
  { name: 'address.street', prompt: 'Street' },
  { name: '__proto__', prompt: 'Prototype' },
  { name: 'callback', prompt: 'Callback', value: '/hooks/{id}{?kind}', templated: true },
  { name: 'odd', prompt: 'Odd', type: 'no-such-type', regex: '(' }
]

/** Sliders and colours, which always hold a value. */
const SLIDERS = [
  { name: 'price', prompt: 'Price', type: 'range', min: 0, max: 1000, step: 1, value: 500 },
  { name: 'over', prompt: 'Over', type: 'range', min: 200, max: 300, value: 1000 },
  { name: 'volume', prompt: 'Volume', type: 'range', min: 0, max: 10 },
  { name: 'fixed', prompt: 'Fixed', type: 'range', min: 0, max: 1000, value: 700, readOnly: true },
  { name: 'unset', prompt: 'Unset', type: 'range', min: 0, max: 1000, readOnly: true },
  { name: 'tint', prompt: 'Tint', type: 'color' }
]

// Written as a string: JavaScript has no such numbers.
const NUMBERS =
  '{"id":9007199254740993,"huge":1e400,"list":[1,12345678901234567890],' +
    '"_templates":{"save":{"method":"POST","target":"/echo",' +
    '"properties":[{"name":"id","type":"number","value":9007199254740993}]}}}'

/** Choices that are numbers or booleans, in the document or only as it seems. */
const TYPED_CHOICES = [
  { name: 'size', prompt: 'Size', options: { inline: ['38', '40'], maxItems: 1, selectedValues: ['40'] } },
  { name: 'rooms', prompt: 'Rooms', options: { inline: [1, 2, 3] } },
  { name: 'id', prompt: 'Id', options: { link: { href: '/ids' }, promptField: 'name', valueField: 'id', maxItems: 1 } }
]

const LINKED_CHOICES = [
  { name: 'lost', prompt: 'Lost', options: { link: { href: '/missing' }, maxItems: 1 } },
  { name: 'none', prompt: 'None', options: { link: { href: '/no-choices' } } }
]

const HOME = {
  name: 'Gallery',
  version: 3,
  open: true,
  closed: null,
  description: 'An API of hand-written documents.\nOne for each thing that the explorer shows.',
  tags: ['links', 'forms', 'pages'],
  address: { street: '1 Main Street', location: { lat: 52.5, lon: 13.4 }, notes: [] },
  history: [{ year: 2024, event: 'opened' }, { year: 2025, event: 'grew' }],
  _links: {
    self: { href: '/' },
    curies: [{ name: 'acme', href: 'https://docs.example.com/rels/{rel}', templated: true }],
    'acme:widgets': { href: '/pages?page=1', title: 'All widgets', type: HAL_FORMS, hreflang: 'en' },
    search: { href: '/search{?q,page}', templated: true, title: 'Find something' },
    item: [{ href: '/items/1', name: 'one' }, {
      href: '/items/2', name: 'two', deprecation: 'https://docs.example.com/sunset'
    }],
    file: { href: '/files{/folder}{+path}', templated: true },
    forms: { href: '/forms' },
    help: { href: 'https://help.example.com/', title: 'Help elsewhere' },
    empty: []
  },
  _embedded: {
    'acme:featured': [1, 2, 3].map(id => ({ id, status: 'new', _links: { self: { href: `/items/${id}` } } })),
    owner: {
      name: 'Ada',
      _links: { self: { href: '/people/ada' } },
      _embedded: { cat: { name: 'Tom', _links: { self: { href: '/cats/tom' } } } }
    }
  }
}

const LAST_PAGE = 4

function pageOf (page: number) {
  const links: Record<string, { href: string }> = {
    self: { href: `/pages?page=${page}` }, first: { href: '/pages?page=1' }
  }
  if (page > 1) links['prev'] = { href: `/pages?page=${page - 1}` }
  if (page < LAST_PAGE) links['next'] = { href: `/pages?page=${page + 1}` }
  links['last'] = { href: `/pages?page=${LAST_PAGE}` }
  const ids = Array.from({ length: 5 }, (_, index) => (page - 1) * 5 + index + 1)
  return {
    items: ids.map(id => ({ id, status: 'new', _links: { self: { href: `/items/${id}` } } })),
    page,
    totalPages: LAST_PAGE,
    _links: links
  }
}

const FORMS = {
  title: 'Forms',
  _links: { self: { href: '/forms' } },
  _templates: {
    everything: {
      title: 'Send everything', method: 'POST', target: '/echo', contentType: 'application/json', properties: PROPERTIES
    },
    urlencoded: {
      method: 'post',
      target: '/echo',
      contentType: 'application/x-www-form-urlencoded',
      properties: [{ name: 'a' }, { name: 'b', value: 'ä &' }]
    },
    multipart: {
      method: 'POST', target: '/echo', contentType: 'multipart/form-data', properties: [{ name: 'a', value: 'x' }]
    },
    find: { method: 'GET', target: '/search?page=7', properties: [{ name: 'q', required: true }, { name: 'page' }] },
    rejected: { method: 'PUT', target: '/rejected', properties: [{ name: 'a', value: 'kept' }] },
    remove: { title: 'Remove it', method: 'DELETE', target: '/items/1' },
    away: { method: 'POST', target: 'https://elsewhere.example.com/' }
  },
  _actions: {
    patch: { href: '/echo', method: 'PATCH', title: 'Change it', contentType: 'application/merge-patch+json' },
    look: { href: '/search?q=action', method: 'GET' }
  }
}

/** The gallery with its explorer; it does not listen yet. */
export function buildGallery (): FastifyInstance {
  // A field may have any name.
  const app = Fastify({ onProtoPoisoning: 'ignore', forceCloseConnections: true })
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/merge-patch+json']) {
    app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  }
  const document = (path: string, body: (query: Record<string, string>) => object) =>
    app.get(path, (request, reply) =>
      reply.type(HAL_FORMS).send(JSON.stringify(body(request.query as Record<string, string>))))

  document('/', () => HOME)
  document('/forms', () => FORMS)
  document('/sliders', () => ({ _templates: { slide: { method: 'POST', target: '/echo', properties: SLIDERS } } }))
  document('/lost', () => ({ _templates: { choose: { method: 'POST', target: '/echo', properties: LINKED_CHOICES } } }))
  document('/typed', () => ({
    _templates: {
      choose: { method: 'POST', target: '/echo', properties: TYPED_CHOICES },
      text: {
        method: 'POST',
        target: '/echo',
        contentType: 'application/x-www-form-urlencoded',
        properties: TYPED_CHOICES.slice(0, 1)
      }
    }
  }))
  document('/no-choices', () => ({ items: [] }))
  document('/pages', ({ page = '1' }) => pageOf(Number(page)))
  document('/search', query => ({ query, _links: { self: { href: '/search' } } }))
  document('/items/:id', () => ({ item: true, _links: { self: { href: '' }, up: { href: '../' } } }))
  app.get('/numbers', (_request, reply) => reply.type(HAL_FORMS).send(NUMBERS))
  app.get('/files/*', request => ({ file: request.url }))
  app.get('/list', () => [
    { id: 1, _links: { self: { href: '/items/1' } } }, { id: 2, _links: { self: { href: '/items/2' } } }, 3
  ])
  app.get('/ids', () => [{ id: 7, name: 'Seven' }, { id: '8', name: 'Eight' }, { id: true, name: 'Yes' }])
  app.get('/countries', () => [{ code: 'DE', name: 'Germany' }, { code: 'FR', name: 'France' }])
  app.route({
    method: ['POST', 'PATCH'],
    url: '/echo',
    handler: request => ({
      method: request.method,
      contentType: request.headers['content-type'],
      received: request.body,
      token: request.headers.authorization
    })
  })
  app.put('/rejected', (_request, reply) => reply.code(422).type('application/problem+json').send(JSON.stringify({
    type: 'https://docs.example.com/invalid',
    title: 'Not like this',
    status: 422,
    detail: 'The name is taken.',
    field: 'a'
  })))
  app.delete('/items/:id', (_request, reply) => reply.code(204).send())
  declareErrors(app)
  app.register(hyperExplorer, { prefix: '/explorer' })
  return app
}

function declareErrors (app: FastifyInstance): void {
  app.get('/problem', (_request, reply) => reply.code(409).type('application/problem+json').send(JSON.stringify({
    title: 'Too late',
    status: 409,
    detail: 'The order was shipped.',
    orderId: 7,
    _links: { order: { href: '/items/7' } }
  })))
  app.get('/html', (_request, reply) => reply.code(502).type('text/html')
    .send('<!doctype html><title>Bad gateway</title><script>window.hacked = 1</script><h1>Bad gateway</h1>'))
  app.get('/text', (_request, reply) => reply.type('text/plain').send('just a string'))
  app.get('/nothing', (_request, reply) => reply.code(204).send())
  app.get('/binary', (_request, reply) => reply.type('application/octet-stream').send(Buffer.from([0, 1, 2, 255])))
  app.get('/not-json', (_request, reply) => reply.type('application/json').send('{"a":'))
  app.get('/closed', (_request, reply) => { reply.raw.destroy(); reply.hijack() })
  app.get('/silent', (_request, reply) => { reply.hijack() })
  app.get('/moved', (_request, reply) => reply.redirect('/items/9'))
  app.get('/number', () => 42)
}
