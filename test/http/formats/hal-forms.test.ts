import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { member, members, readDocument } from '../../support/documents.ts'
import { HAL_FORMS_RULES } from '../../support/hal-forms.ts'
import { header, type RawResponse } from '../../support/raw.ts'
import { serve, type Server } from '../../support/servers.ts'
import { checkRows, known, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

interface HalFormsRow extends Row {
  readonly rule?: { readonly level: string, readonly check: string }
  readonly input?: { readonly affordances?: readonly string[], readonly status?: string }
  readonly expect?: { readonly templateKeys: readonly string[], readonly _templates?: 'absent' }
}

const HAL_FORMS = 'application/prs.hal-forms+json'

class Ticket {
  readonly id: number
  readonly status: string

  constructor (id: number, status = 'Pending') {
    this.id = id
    this.status = status
  }
}
class Desk { readonly name = 'desk' }
class Bare { readonly name = 'bare' }

const body = {
  type: 'object',
  required: ['quantity'],
  properties: {
    quantity: { type: 'integer', minimum: 1, maximum: 100 },
    speed: { type: 'string', enum: ['Standard', 'Express'] },
    note: { type: 'string', maxLength: 200, pattern: '^[\\w-]+$' },
    gift: { type: 'boolean' }
  }
}
const querystring = {
  type: 'object', properties: { q: { type: 'string', minLength: 2 }, limit: { type: 'number', multipleOf: 0.5 } }
}

const toTicket = (name: string) => LinkTarget.route(name, ({ id }: Ticket) => ({ id }))

const ticketLinks = defineLinks(Ticket, links => {
  links.self(toTicket('GetTicket'))
  links.link('find', LinkTarget.routeTemplate('FindTickets'))
  links.affordance('cancel', toTicket('CancelTicket')).when(({ status }) => status === 'Pending').title('Cancel it')
  links.affordance('replace', toTicket('PutTicket'))
  links.affordance('amend', toTicket('PatchTicket'))
  links.affordance('remove', toTicket('DeleteTicket'))
  links.affordance('find', LinkTarget.route('FindTickets')).get()
  links.affordance('findBy', LinkTarget.routeTemplate('FindTickets')).get()
})
const deskLinks = defineLinks(Desk, links => {
  links.self(LinkTarget.route('GetDesk'))
  links.affordance('create', LinkTarget.route('CreateTicket')).asDefault()
  links.embed('newest', () => new Ticket(2))
  links.embedMany('tickets', () => [new Ticket(1), new Ticket(3, 'Shipped')])
})
const bareLinks = defineLinks(Bare, links => { links.self(LinkTarget.route('GetBare')) })

async function declare (app: FastifyInstance): Promise<void> {
  await app.register(hyper, { links: [ticketLinks, deskLinks, bareLinks] })
  const named = (name: string, schema = {}) => ({ schema, config: { hyper: { name, links: true } } })
  app.get('/tickets/:id', named('GetTicket'), async () => new Ticket(1))
  app.post('/tickets/:id/cancel', named('CancelTicket'), async () => new Ticket(1, 'Cancelled'))
  app.put('/tickets/:id', named('PutTicket', { body }), async () => new Ticket(1))
  app.patch('/tickets/:id', named('PatchTicket', { body }), async () => new Ticket(1))
  app.delete('/tickets/:id', named('DeleteTicket'), async () => new Ticket(1))
  app.post('/tickets', named('CreateTicket', { body }), async () => new Ticket(1))
  app.get(
    '/find', named('FindTickets', { querystring }),
    async () => offsetPage([new Ticket(1), new Ticket(2)], { page: 1, pageSize: 2, totalCount: 4 })
  )
  app.get('/desk', named('GetDesk'), async () => new Desk())
  app.get('/bare', named('GetBare'), async () => new Bare())
}

const fetchForms = ({ send }: Server, path: string) => send({ method: 'GET', path, headers: [['Accept', HAL_FORMS]] })

const PATHS = ['/tickets/1', '/desk', '/find', '/bare']
const server = await serve(t, declare)
const responses = new Map<string, RawResponse>()
for (const path of PATHS) responses.set(path, await fetchForms(server, path))

/** What an order of the given names and status shows. */
async function templatesOf (
  t: Test, { affordances = ['cancel'], status = 'Pending' }: NonNullable<HalFormsRow['input']>
): Promise<unknown> {
  const links = defineLinks<{ status: string }>(links => {
    for (const name of affordances) {
      links.affordance(name, LinkTarget.uri(`/${name}`)).when(order => order.status === 'Pending')
    }
  })
  const server = await serve(t, async app => {
    await app.register(hyper)
    app.get('/order', { config: { hyper: { links } } }, async () => ({ status }))
  })
  return member(readDocument(await fetchForms(server, '/order')), '_templates')
}

await checkRows(readTable<HalFormsRow>('hal-forms'), async (t, { rule, input, expect, ...row }) => {
  knownRow(row)
  if (rule !== undefined) {
    knownKeys(rule, 'level', 'check')
    const broken = known(HAL_FORMS_RULES, rule.check)
    for (const [path, response] of responses) {
      t.same(broken(readDocument(response), header(response, 'content-type') ?? ''), [], path)
    }
    return
  }
  knownKeys(input!, 'affordances', 'status')
  knownKeys(expect!, 'templateKeys', '_templates')
  const templates = await templatesOf(t, input!)
  t.same(Object.keys(members(templates)), expect!.templateKeys)
  if (expect!.templateKeys.length === 0) t.equal(templates, undefined)
})

t.test('the checked documents contain everything that the rules cover', async t => {
  const templates = (path: string, ...place: string[]) =>
    member(readDocument(responses.get(path)!), ...place, '_templates')
  t.match(templates('/tickets/1'), {
    cancel: { method: 'POST', title: 'Cancel it' },
    replace: { method: 'PUT', contentType: 'application/json' },
    amend: { method: 'PATCH' },
    remove: { method: 'DELETE' },
    find: { method: 'GET' },
    findBy: { method: 'GET' }
  })
  t.match(templates('/desk'), { default: { method: 'POST', target: `${server.origin}/tickets` } })
  t.match(templates('/desk', '_embedded', 'newest'), {
    cancel: { method: 'POST', target: `${server.origin}/tickets/2/cancel` }
  })
  t.match(templates('/desk', '_embedded', 'tickets', '0'), { cancel: {} })
  t.match(templates('/find', '_embedded', 'item', '1'), { cancel: {} })
  t.equal(templates('/bare'), undefined)
})

const form = (template: object) => ({ _templates: { default: { method: 'POST', ...template } } })
const field = (property: object) => form({ properties: [{ name: 'a', ...property }] })

// No rule holds of everything.
for (const [check, document] of [
  ['every _templates value in any response is a JSON object', { _embedded: { item: [{ _templates: [] }] } }],
  ['_templates is absent or has at least one entry', { _templates: {} }],
  ['each template has a string method', form({ method: 'post' })],
  ['contentType, if present, is type/subtype', form({ contentType: 'json' })],
  ['properties, if present, is an array', form({ properties: {} })],
  ['name is a non-empty string and unique in its template', form({ properties: [{ name: 'a' }, { name: 'a' }] })],
  ['JSON numbers', field({ min: '1' })],
  ['JSON numbers', field({ rows: -1 })],
  ['new RegExp(regex) and new RegExp(regex,"v") do not throw (HTML pattern attribute)', field({ regex: '[(]' })],
  ['options holds inline (array) or link (object with href)', field({ options: { inline: 'a' } })],
  ['an enum of one value to choose carries maxItems:1', field({ options: { inline: ['a'] } })],
  ['Content-Type is application/prs.hal-forms+json on a top-level HAL-FORMS resource', {}],
  ['the document validates against external/hal-schema/api-platform-jsonhal.json', { _links: { self: {} } }],
  ['_actions is absent', { _actions: {} }]
] as const) {
  t.not(
    known(HAL_FORMS_RULES, check)(document, 'application/json').length, 0,
    `${JSON.stringify(document)} breaks: ${check}`
  )
}

for (const name of ['hal-forms-spec/hal-forms-response', 'hal-explorer/options.hal-forms']) {
  const file = new URL(`../../cases/external/${name}.json`, import.meta.url)
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'))
  t.same(Object.values(HAL_FORMS_RULES)
    .flatMap(broken => broken(document, HAL_FORMS)), [], `a public document keeps the rules: ${name}`)
}
