import { defineLinks, defineRoutes, LinkTarget } from 'fastify-hyper'
import t, { type Test } from 'tap'
import { actionOf, pageAt, pagesApp, submit, unescaped } from './pages.ts'

// A page with a form of PATCH, which sends what somebody has changed.

const NOTE = {
  title: 'x',
  on: false,
  n: 7,
  note: 'here' as string | null,
  done: true as boolean | null,
  tags: ['a'],
  words: ['one', 'two'],
  text: 'a\r\nb',
  address: { street: 'Main', city: 'London' },
  lines: [{ id: 1, gift: true }]
}

const text = { type: 'string' }
const BODY = {
  type: 'object',
  properties: {
    title: { ...text, default: 'd' },
    on: { type: 'boolean', default: true },
    n: { type: 'integer', default: 1 },
    note: { type: ['string', 'null'] },
    done: { type: ['boolean', 'null'] },
    tags: { type: 'array', items: { enum: ['a', 'b'] } },
    words: { type: 'array', items: text },
    text: { ...text, maxLength: 1000 },
    address: { type: 'object', properties: { street: text, city: text } },
    lines: {
      type: 'array',
      items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, gift: { type: 'boolean' } } }
    }
  }
}

/** The controls of the form, as a browser sends them untouched. */
function controlsOf (page: string): URLSearchParams {
  const form = /<form method="post"[\s\S]*?<\/form>/.exec(page.slice(page.indexOf('id="form-edit"')))![0]
  const sent = new URLSearchParams()
  for (const [tag, kind, content = ''] of form.matchAll(/<(input)\b[^>]*>|<(?:select|textarea)\b[^>]*>([\s\S]*?)<\/(?:s|t)/g)) {
    const [, name] = / name="([^"]*)"/.exec(tag) ?? []
    if (name === undefined || (/type="(?:checkbox|radio)"/.test(tag) && !tag.includes(' checked'))) continue
    const chosen = /<option[^>]* selected[^>]*>/.exec(content)?.[0] ?? ''
    const value = / value="([^"]*)"/.exec(kind === undefined ? chosen : tag)?.[1] ??
      (tag.startsWith('<textarea') ? content : '')
    sent.append(unescaped(name), unescaped(value))
  }
  return sent
}

type Change = (controls: URLSearchParams) => void

/** Returns the body that the route gets of a form after a change. */
async function sentAfter (t: Test, change: Change, body: object = BODY): Promise<unknown> {
  let received: unknown
  const { Edit } = defineRoutes({ Edit: 'PATCH /note' })
  const links = defineLinks<object>(links => {
    links.self(LinkTarget.uri('/note'))
    links.affordance('edit', Edit())
  })
  const app = await pagesApp(t, { hyper: { hrefs: 'path' } })
  app.get('/note', { config: { hyper: { links } } }, () => NOTE)
  app.patch('/note', { schema: { body }, config: { hyper: { name: 'Edit' } } }, ({ body }, reply) => {
    received = body
    return reply.code(204).send()
  })
  app.setValidatorCompiler(() => () => true)
  const page = await pageAt(app, '/note')
  const controls = controlsOf(page)
  change(controls)
  const { statusCode } = await submit(app, actionOf(page, 'edit'), String(controls))
  t.equal(statusCode, 303)
  return received
}

const sets = (name: string, value: string): Change => controls => controls.set(name, value)

t.test('PATCH sends what was changed', async t => {
  const rows: Record<string, [change: Change, sent: object]> = {
    nothing: [() => {}, {}],
    'a text': [sets('title', 'y'), { title: 'y' }],
    'a text that is emptied': [sets('title', ''), { title: '' }],
    'a number': [sets('n', '8'), { n: 8 }],
    'a switch': [controls => controls.append('on', 'true'), { on: true }],
    'a member that admits null': [sets('note', ''), { note: null }],
    'a choice that admits null': [sets('done', ''), { done: null }],
    'a list of choices without one': [controls => controls.delete('tags'), { tags: [] }],
    'a list without a row': [
      controls => { for (const name of ['words[0]', 'words[1]']) controls.delete(name) }, { words: [] }
    ],
    'an element of a list': [sets('words[1]', '2'), { words: ['one', '2'] }],
    'a member of a group': [sets('address.street', 'Side'), { address: { street: 'Side' } }],
    'a member of a row': [sets('lines[0].id', '2'), { lines: [{ id: 2, gift: true }] }]
  }
  for (const [name, [change, sent]] of Object.entries(rows)) t.same(await sentAfter(t, change), sent, name)
})

t.test('a member that the schema requires is sent with a change of its object', async t => {
  const { address, ...properties } = BODY.properties
  const required = { ...address, required: ['city'] }
  const body = { ...BODY, required: ['note'], properties: { ...properties, address: required } }
  t.same(await sentAfter(t, () => {}, body), { note: 'here' })
  t.same(await sentAfter(t, sets('address.street', 'Side'), body), {
    note: 'here', address: { street: 'Side', city: 'London' }
  })
})

t.test('a start that no page has written is ignored', async t => {
  for (const start of ['', '{', '7', '[1]', '[["title",1]]', '[["title",[1]]]']) {
    t.match(await sentAfter(t, sets('{started}', start)), { title: 'x', n: 7 }, start)
  }
  const emptied: Change = controls => {
    controls.delete('{started}')
    controls.set('note', '')
  }
  t.match(await sentAfter(t, emptied), { title: 'x', note: null }, 'none')
})

t.test('the form beside a conflict has no values: the response does not show the resource', async t => {
  const { Edit, Close } = defineRoutes({ Edit: 'PATCH /note', Close: 'POST /note/close' })
  const links = defineLinks<object>(links => {
    links.self(LinkTarget.uri('/note'))
    links.affordance('edit', Edit())
    links.affordance('close', Close()).when(() => false)
  })
  const app = await pagesApp(t, { hyper: { hrefs: 'path' } })
  app.get('/note', { config: { hyper: { links } } }, () => NOTE)
  app.patch('/note', { schema: { body: BODY }, config: { hyper: { name: 'Edit' } } }, () => ({}))
  const config = { hyper: { name: 'Close', links, resource: () => NOTE } }
  app.post('/note/close', { config }, () => ({}))
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/note/close', headers })
  t.equal(statusCode, 409)
  t.match(body, /name="title"/)
  t.notMatch(body, /name="title"[^>]* value="x"/)
})

t.test('what is only written is in no form, also in the rows of a list', async t => {
  const pin = { enum: ['first-pin', 'other-pin'], writeOnly: true }
  const key = { type: 'object', writeOnly: true }
  const body = {
    type: 'object',
    properties: { cards: { type: 'array', items: { type: 'object', properties: { id: text, pin, key } } } }
  }
  const cards = [{ id: 'c1', pin: 'first-pin', key: { k: 'key-value' } }]
  const { Edit } = defineRoutes({ Edit: 'PATCH /wallet' })
  const links = defineLinks<object>(links => { links.affordance('edit', Edit()).prefill(() => ({ cards })) })
  const app = await pagesApp(t, { hyper: { hrefs: 'path' } })
  app.get('/wallet', { config: { hyper: { links } } }, () => ({ id: 1 }))
  app.patch('/wallet', { schema: { body }, config: { hyper: { name: 'Edit' } } }, () => ({}))
  const page = await pageAt(app, '/wallet')
  t.match(page, /name="cards\[0\]\.id"[^>]* value="c1"/)
  t.notMatch(page, /value="first-pin"[^>]* selected/)
  t.notMatch(page, 'key-value')
})
