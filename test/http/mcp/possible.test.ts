import t, { type Test } from 'tap'
import { defineLinks, LinkTarget, problem } from '../../../lib/index.ts'
import { type Json, serveTools } from './agent.ts'

// What a failed call names as possible can be performed at its URL.

interface Appointment { readonly id: number, state: string }

class Root { readonly name = 'Surgery' }

const string = { type: 'string', minLength: 1 }
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })
const NEW = object({ name: string }, ['name'])
const items = { type: 'array', minItems: 1, items: object({ drug: string }, ['drug']) }
const STATES = { type: 'string', enum: ['booked', 'checked_in'] }
const linked = (name: string, links: object = {}) => ({ config: { hyper: { name, links: true, ...links } } }) as object

/** A surgery whose invalid inputs are problems with an action to try again. */
async function serveSurgery (t: Test) {
  const appointments: Appointment[] = [{ id: 1, state: 'booked' }, { id: 2, state: 'booked' }]
  const root = defineLinks(Root, links => {
    links.link('appointments', LinkTarget.route('list'))
    links.link('search', LinkTarget.routeTemplate('list'))
    links.affordance('create', LinkTarget.route('create')).title('Book')
    links.affordance('look', LinkTarget.route('list'))
    links.affordance('moved', LinkTarget.route('moved'))
    links.affordance('audit', LinkTarget.route('audit'))
    links.affordance('pay', LinkTarget.route('pay'))
    links.affordance('close', LinkTarget.route('close'))
  })
  const id = ({ id }: Appointment) => ({ id })
  const one = defineLinks<Appointment>(links => {
    links.self(LinkTarget.route('get', id))
    links.affordance('prescribe', LinkTarget.route('prescribe', id))
    links.affordance('cancel', LinkTarget.route('cancel', id)).danger().when(({ state }) => state !== 'cancelled')
  })
  const bare = defineLinks<Appointment>(links => {
    links.affordance('prescribe', LinkTarget.route('prescribe', id))
  })
  const list = defineLinks<{ items: readonly Appointment[] }>(links => {
    links.self(LinkTarget.route('list'))
    links.affordance('create', LinkTarget.route('create'))
    links.embedMany('item', ({ items }) => items, one)
  })
  const next = defineLinks<object>(links => { links.embed('next', () => appointments[0]!, bare) })
  const { call } = await serveTools(t, app => {
    const find = (request: { params: unknown }) =>
      appointments.find(({ id }) => String(id) === (request.params as { id: string }).id)!
    app.get('/', linked('root'), () => new Root())
    app.get<{ Querystring: { state?: string } }>('/appointments', {
      schema: { querystring: object({ state: STATES }) }, ...linked('list', { links: list })
    }, ({ query: { state } }) => ({ items: appointments.filter(one => state === undefined || one.state === state) }))
    app.get('/next', linked('next', { links: next }), () => ({ of: 'today' }))
    app.get('/appointments/:id', linked('get', { links: one }), request =>
      find(request) ?? problem({ status: 404 }))
    app.post('/appointments', { schema: { body: NEW }, ...linked('create') }, () => ({}))
    app.post('/appointments/:id/prescriptions', {
      schema: { body: object({ items }, ['items']) }, ...linked('prescribe', { links: one })
    }, request => find(request))
    app.post('/appointments/:id/cancel', linked('cancel', { links: one }), request =>
      Object.assign(find(request), { state: 'cancelled' }))
    app.post('/moved', linked('moved'), (_request, reply) => reply.redirect('/', 308))
    app.post('/audit', linked('audit'), () => problem({ status: 403 }).link('help', LinkTarget.route('next')))
    app.post('/pay', linked('pay'), () => problem({ status: 402 }).action('top-up', LinkTarget.route('create')))
    app.post('/close', linked('close'), () => problem({ status: 401 }))
  }, { hyper: { links: [root], validationProblems: true, hrefs: 'path' } })
  return { call, reset: () => { for (const one of appointments) one.state = 'booked' } }
}

const actionsIn = ({ possible: { actions } }: Json): string[] => actions.map(({ action }: Json) => action)

t.test('an input that is invalid: all errors, each with its place', async t => {
  const { call } = await serveSurgery(t)
  const input = { items: [{ drug: '' }, {}] }
  t.match((await call('act', { url: '/appointments/2', action: 'prescribe', input })).content, {
    error: {
      errors: [
        { name: 'items[0].drug', message: 'must have at least 1 character' },
        { name: 'items[1].drug', message: 'is required' }
      ]
    }
  })
})

t.test('an action that failed: what is possible at which resource', async t => {
  const { call, reset } = await serveSurgery(t)
  const root = ['create', 'look', 'moved', 'audit', 'pay', 'close']
  const without = (name: string) => root.filter(other => other !== name)
  const rows: ReadonlyArray<readonly [Json, status: number | undefined, url: string, actions: readonly string[]]> = [
    [{ url: '/', action: 'create', input: {} }, 400, '/', root],
    [{ url: '/appointments', action: 'create', input: {} }, 400, '/appointments', ['create']],
    [{ url: '/appointments/2', action: 'prescribe', input: { items: [] } }, 400, '/appointments/2', [
      'prescribe', 'cancel'
    ]],
    [{ url: '/appointments?state=booked', action: 'create', input: { name: '' } }, 400, '/appointments?state=booked', [
      'create'
    ]],
    [{ url: '/next', action: 'prescribe', input: { items: [{}] } }, 400, '/next', ['prescribe']],
    [{ url: '/', action: 'look', input: { state: 'checked-in' } }, 400, '/', root],
    [{ url: '/', action: 'look', input: { status: 'booked' } }, undefined, '/', root],
    [{ url: '/', action: 'moved' }, 308, '/', without('moved')],
    [{ url: '/', action: 'audit' }, 403, '/', without('audit')],
    [{ url: '/', action: 'pay' }, 402, '/', root],
    [{ url: '/', action: 'close' }, 401, '/', without('close')],
    [{ url: '/appointments/2', action: 'lend' }, undefined, '/appointments/2', ['prescribe', 'cancel']],
    [{ url: '/appointments/9', action: 'cancel' }, 404, '/', root],
    [{ url: 'https://evil.example/', action: 'cancel' }, undefined, '/', root]
  ]
  for (const [input, status, url, actions] of rows) {
    reset()
    const { isError, content } = await call('act', input)
    const name = `${input.action} of ${input.url}`
    const { status: failed, possible } = content
    t.strictSame([isError, failed, possible.url, actionsIn(content)], [true, status, url, actions], name)
    t.notMatch(JSON.stringify(content), 'retry', name)
    for (const action of actions) {
      const tried = await call('act', { url, action, input: { name: '', items: [] } })
      t.notMatch(JSON.stringify(tried.content.error ?? null), /does not offer|Several/, `${name}: ${action}`)
    }
  }
})

t.test('a link that failed: what is possible at the resource that has it', async t => {
  const { call } = await serveSurgery(t)
  const failed = await call('open', { relation: 'search', variables: { state: 'checked-in' } })
  const { status, possible: { url, links } } = failed.content
  t.strictSame([status, url, links[1].relation], [400, '/', 'search'])
  t.ok(actionsIn(failed.content).includes('create'))
  t.notMatch(JSON.stringify(failed.content), 'retry')
  const { content } = await call('open', { url: '/appointments?state=checked-in' })
  t.strictSame([content.status, content.possible.url, actionsIn(content)], [400, '/appointments', ['create']])
  t.notMatch(JSON.stringify(content), 'retry')
})

t.test('links of a problem are opened by their URLs', async t => {
  const { call } = await serveSurgery(t)
  const { possible: { links } } = (await call('act', { url: '/', action: 'audit' })).content
  const { url } = links.find(({ relation }: Json) => relation === 'help')
  t.match(await call('open', { url }), { isError: false, content: { data: { of: 'today' } } })
})

t.test('what a call throws is a result, too: without the words of others', async t => {
  const deep = `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
  const links = defineLinks(Root, links => { links.affordance('add', LinkTarget.route('add')) })
  const { call } = await serveTools(t, app => {
    app.get('/', linked('root'), () => new Root())
    app.get('/events', (_request, reply) => reply.type('text/event-stream').send('data: x\n\n'))
    app.post('/add', linked('add'), () => ({}))
  }, { hyper: { links: [links] } })
  for (const [tool, input, title] of [
    ['open', { url: '/events' }, /event stream/i],
    ['act', { url: '/', action: 'add', input: deep }, 'The server failed.']
  ] as const) {
    const { isError, content, text } = await call(tool, input)
    t.match([isError, content.error.title], [true, title], tool)
    t.strictSame(JSON.parse(text), content)
  }
})

t.test('after an action, the result has the names of actions, and which are dangerous', async t => {
  const { call } = await serveSurgery(t)
  const cancel = { action: 'cancel', dangerous: true }
  const acted = await call('act', { url: '/appointments/1', action: 'prescribe', input: { items: [{ drug: 'x' }] } })
  t.strictSame(acted.content.actions, [{ action: 'prescribe' }, cancel])
  const rejected = await call('act', { url: '/appointments/1', action: 'prescribe', input: {} })
  t.strictSame(rejected.content.possible.actions, [{ action: 'prescribe' }, cancel])
  const found = await call('act', { url: '/', action: 'look', input: { state: 'booked' } })
  t.strictSame(found.content.actions, [{ action: 'create' }])
  t.strictSame(found.content.embeddedActions, [{ action: 'prescribe' }, cancel])
  t.match((await call('open', { url: '/appointments/1' })).content.actions, [{ inputSchema: Object }, {}])
})
