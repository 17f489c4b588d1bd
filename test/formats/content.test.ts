import Fastify from 'fastify'
import t from 'tap'
import { Notices } from '../../lib/diagnostics/notices.ts'
import { contentOf } from '../../lib/formats/content.ts'
import hyper, { defineLinks, LinkTarget, type FieldOption, type ProjectedAction, type ProjectedResource } from '../../lib/index.ts'
import { mcp } from '../../mcp/index.ts'
import { AGENT } from '../../mcp/formatter.ts'
import { serve } from '../support/servers.ts'

const BARE: ProjectedResource = { body: '{"id":1}', links: [], actions: [], embedded: new Map() }

const choices = (count: number) => Array.from({ length: count }, (_, index) => ({ prompt: `Choice ${index}`, value: String(index) }))

const action = (inline: readonly FieldOption[]): ProjectedAction => ({
  name: 'ship', href: '/ship', method: 'POST', fields: [{ name: 'by', type: 'text', options: { inline } }]
})

const ROWS: Readonly<Record<string, [resource: Partial<ProjectedResource>, content: object]>> = {
  'nothing to add': [{}, { id: 1 }],
  'an empty object': [{ body: '{ }', links: [{ rel: 'self', href: '/1' }] }, { _links: { self: { href: '/1' } } }],
  'one link': [{ links: [{ rel: 'self', href: '/1', title: 'One' }] }, { id: 1, _links: { self: { href: '/1', title: 'One' } } }],
  'links of one relation': [
    { links: [{ rel: 'item', href: '/1' }, { rel: 'self', href: '/' }, { rel: 'item', href: '/2' }] },
    { id: 1, _links: { item: [{ href: '/1' }, { href: '/2' }], self: { href: '/' } } }
  ],
  'embedded resources': [
    { embedded: new Map<string, string | string[]>([['one', '{"id":2}'], ['many', ['{"id":3}', '{"id":4}']]]) },
    { id: 1, _embedded: { one: { id: 2 }, many: [{ id: 3 }, { id: 4 }] } }
  ],
  'an action without input': [
    { actions: [{ name: 'ship', href: '/ship', method: 'POST' }] }, { id: 1, _templates: { ship: { target: '/ship', method: 'POST' } } }
  ],
  'choices that fit a page': [{ actions: [action(choices(1001))] }, { id: 1, _templates: { ship: shipping(1001) } }],
  'more choices than fit a page': [{ actions: [action(choices(20_000))] }, { id: 1, _templates: { ship: shipping(1001) } }]
}

function shipping (count: number): object {
  return { target: '/ship', method: 'POST', properties: [{ name: 'by', type: 'text', options: { inline: choices(count) } }] }
}

const environment = { notices: new Notices(Fastify(), false) }

for (const [row, [resource, content]] of Object.entries(ROWS)) {
  t.test(`the content of pages and tools: ${row}`, async t => {
    t.strictSame(JSON.parse(contentOf({ ...BARE, ...resource }, 'Order', environment)), content)
  })
}

t.test('a member of the value with the name of ours is kept', async t => {
  const uri = LinkTarget.uri('/x')
  const links = defineLinks<object>('order', links => {
    links.self(uri)
    links.embed('part', () => ({ id: 2 }))
    links.affordance('go', uri)
  })
  const OWN = { _links: 'mine', _embedded: null, _templates: { a: 1 } }
  const names = Object.keys(OWN) as (keyof typeof OWN)[]
  const { app, log } = await serve(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    await app.register(mcp, { prefix: '/mcp' })
    for (const name of names) app.get(`/${name}`, { config: { hyper: { links } } }, () => ({ [name]: OWN[name], id: 1 }))
  })
  for (const name of names) {
    const { body } = await app.inject({ url: `/${name}`, headers: { accept: AGENT } })
    t.same((JSON.parse(body) as typeof OWN)[name], OWN[name], name)
    for (const key of names) t.equal(body.split(`"${key}":`).length, 2, `${key} once in ${name}`)
  }
  t.strictSame(log.filter(({ code }) => code === 'HYPER008').map(({ msg }) => /_\w+/.exec(msg)?.[0]), names)
})
