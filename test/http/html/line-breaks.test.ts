import { defineLinks, LinkTarget } from 'fastify-hyper'
import t, { type Test } from 'tap'
import { readHtmlForms } from '../../support/html-forms.ts'
import { pageAt, pagesApp, submit } from './pages.ts'

// Browsers send each line break of a form as CRLF, whatever the text area or the page has.

const TEXT = 'Ring\ntwice.\n'

/** An app whose note has at most as many characters as the text. */
async function build (t: Test, consumes: string) {
  const received: unknown[] = []
  class Order { readonly id = 1 }
  const links = defineLinks(Order, links => { links.affordance('annotate', LinkTarget.route('CreateOrder')) })
  const app = await pagesApp(t, { hyper: { links: [links] } })
  readHtmlForms(app)
  const note = { type: 'string', maxLength: TEXT.length }
  const body = {
    type: 'object', required: ['note'], properties: { note, 'second\nname': note }, additionalProperties: false
  }
  app.get('/', { config: { hyper: { links: true } } }, () => new Order())
  app.get('/found', { schema: { querystring: body } }, () => [])
  app.post('/notes', {
    schema: { body, consumes: [consumes] } as object, config: { hyper: { name: 'CreateOrder' } }
  }, (request, reply) => {
    received.push(request.body)
    return reply.code(204).send()
  })
  return { app, received }
}

const form = (type: string) => `/_html/form?page=/&name=annotate&method=POST&target=/notes&type=${type}`

const ROWS: ReadonlyArray<readonly [name: string, payload: string]> = [
  ['a browser', 'note=Ring%0D%0Atwice.%0D%0A'],
  ['lower-case escapes', 'note=Ring%0d%0atwice.%0d%0a'],
  ['line feeds', 'note=Ring%0Atwice.%0A'],
  ['carriage returns', 'note=Ring%0Dtwice.%0D'],
  ['no escapes', 'note=Ring\r\ntwice.\r\n']
]

for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
  t.test(`a line break of a form that is sent as ${type}`, async t => {
    const { app, received } = await build(t, type)
    for (const [name, payload] of ROWS) {
      t.equal((await submit(app, form(type), payload)).statusCode, 303, name)
      t.same(received.at(-1), { note: TEXT })
    }
  })
}

t.test('a line break in the name of a field', async t => {
  const { app, received } = await build(t, 'application/json')
  await submit(app, form('application/json'), 'note=a&second%0D%0Aname=b')
  t.same(received, [{ note: 'a', 'second\nname': 'b' }])
})

t.test('a line break in a search', async t => {
  const { app } = await build(t, 'application/json')
  for (const search of ['_target=%2Ffound', '_template=%2Ffound%7B%3Fnote%7D']) {
    const { headers } = await app.inject(`/_html/open?${search}&note=Ring%0D%0Atwice.%0D%0A`)
    t.equal(headers.location, '/found?note=Ring%0Atwice.%0A')
    t.equal((await app.inject(String(headers.location))).statusCode, 200)
  }
})

t.test('a text that is too long', async t => {
  const { app, received } = await build(t, 'application/json')
  const { statusCode, body } = await submit(app, form('application/json'), 'note=Ring%0D%0Atwice.%0D%0A!')
  t.equal(statusCode, 400)
  t.match(body, /Ring\ntwice\.\n!/, 'is shown again as it was typed')
  t.same(received, [])
})

t.test('a text area whose text begins with a line feed: browsers drop the first one after its start tag', async t => {
  class Order { readonly id = 1 }
  const texts = ['\nRing', '\n\nRing', 'Ring\n']
  const names = texts.map((_, index) => `note${index}`)
  const links = defineLinks(Order, links => {
    links.affordance('annotate', LinkTarget.route('CreateOrder'))
      .prefill(() => Object.fromEntries(names.map((name, index) => [name, texts[index]])))
  })
  const app = await pagesApp(t, { hyper: { links: [links] } })
  const properties = Object.fromEntries(names.map(name => [name, { type: 'string', maxLength: 2000 }]))
  app.get('/', { config: { hyper: { links: true } } }, () => new Order())
  app.post('/notes', {
    schema: { body: { type: 'object', properties } }, config: { hyper: { name: 'CreateOrder' } }
  }, () => ({}))
  const shown = [...(await pageAt(app, '/')).matchAll(/<textarea[^>]*>([^<]*)/g)].map(([, text]) => text)
  t.same(shown, ['\n\nRing', '\n\n\nRing', 'Ring\n'])
})
