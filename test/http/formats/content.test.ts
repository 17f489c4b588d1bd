import t, { type Test } from 'tap'
import { environmentOf } from '../../../lib/context/environment.ts'
import { markRequest } from '../../../lib/fastify/content-requests.ts'
import { addDocuments } from '../../../lib/features/extend.ts'
import { documentFormat } from '../../../lib/formats/custom.ts'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'
import { hyperApp } from '../../support/servers.ts'

interface Thing { readonly id?: number }

const inner = defineLinks<Thing>(() => {})
const names = (count: number) => Array.from({ length: count }, (_, index) => `Choice ${index}`)
const ship = (links: LinkBuilder<Thing>, by: number) => {
  links.affordance('ship', LinkTarget.uri('/ship'))
    .accepts({
      type: 'object', properties: { by: { type: 'string', enum: names(by) }, to: { type: 'string', enum: names(2) } }
    })
}
const choice = (name: string, count: number) => ({
  name, options: { inline: names(count).map(value => ({ prompt: value, value })), minItems: 0, maxItems: 1 }
})
const shipping = (count: number) => ({
  method: 'POST', target: '/ship', contentType: 'application/json', properties: [choice('by', count), choice('to', 2)]
})

const ROWS: Readonly<Record<string, [declare: (links: LinkBuilder<Thing>) => void, content: object, value?: Thing]>> = {
  'nothing to add': [() => {}, { id: 1, content: {} }],
  'an empty object': [
    links => { links.self(LinkTarget.uri('/1')) }, { content: { _links: { self: { href: '/1' } } } }, {}
  ],
  'one link': [
    links => { links.self(LinkTarget.uri('/1', { title: 'One' })) },
    { id: 1, content: { _links: { self: { href: '/1', title: 'One' } } } }
  ],
  'links of one relation': [
    links => {
      links.link('item', LinkTarget.uri('/1'))
      links.self(LinkTarget.uri('/'))
      links.link('item', LinkTarget.uri('/2'))
    },
    { id: 1, content: { _links: { item: [{ href: '/1' }, { href: '/2' }], self: { href: '/' } } } }
  ],
  'a name of the value that is one of ours': [
    links => { links.self(LinkTarget.uri('/1')) },
    { _links: 'mine', content: { _links: { self: { href: '/1' } } } },
    { _links: 'mine' } as Thing
  ],
  'a name with a prefix': [
    links => { links.curie('acme', '/rels/{rel}'); links.link('acme:one', LinkTarget.uri('/1')) },
    { id: 1, content: { _links: { 'acme:one': { href: '/1' } } } }
  ],
  'embedded resources': [
    links => {
      links.embed('one', () => ({ id: 2 }), inner)
      links.embedMany('many', () => [{ id: 3 }, { id: 4 }], inner)
    },
    {
      id: 1,
      content: { _embedded: { one: { id: 2, content: {} }, many: [{ id: 3, content: {} }, { id: 4, content: {} }] } }
    }
  ],
  'an action without input': [
    links => { links.affordance('ship', LinkTarget.uri('/ship')) },
    { id: 1, content: { _templates: { ship: { target: '/ship', method: 'POST' } } } }
  ],
  'a dangerous action': [
    links => { links.affordance('ship', LinkTarget.uri('/ship')).danger() },
    { id: 1, content: { _templates: { ship: { target: '/ship', method: 'POST' } }, _dangers: ['ship'] } }
  ],
  'choices that fit a page': [links => ship(links, 1001), { id: 1, content: { _templates: { ship: shipping(1001) } } }],
  'more choices than fit a page': [
    links => ship(links, 20_000), { id: 1, content: { _templates: { ship: shipping(1001) } } }
  ]
}

async function contentOf (t: Test, declare: (links: LinkBuilder<Thing>) => void, value: Thing): Promise<unknown> {
  const app = await hyperApp(t)
  app.addHook('onRequest', async ({ raw }) => markRequest(raw, 'content'))
  app.get('/', { config: { hyper: { links: defineLinks<Thing>(declare) } } }, () => value)
  const response = await app.inject('/')
  const { contentMember } = environmentOf(app)!.extensions
  return JSON.parse(response.body.replaceAll(contentMember, 'content'))
}

for (const [row, [declare, content, value = { id: 1 }]] of Object.entries(ROWS)) {
  t.test(`the content of pages and tools: ${row}`, async t => {
    t.strictSame(await contentOf(t, declare, value), content)
  })
}

t.test('a media type has one format of documents', async t => {
  const environment = environmentOf(await hyperApp(t))!
  const format = { document: (content: string) => content, isPreferred: () => false }
  const add = (mediaType: string) => addDocuments(environment, { mediaType, ...format })
  t.strictSame([add('text/one'), add('text/two'), add('text/one')], [true, true, false])
})

t.test('clients read all choices of a field', async t => {
  const { get } = await project<Thing>(t, links => ship(links, 1100), { id: 1 })
  t.equal((await get('hal-forms')).text.match(/"value":"Choice \d+"/g)?.length, 1102)
})

t.test('a format of documents has its own media type, and makes documents of the content', async t => {
  const format = documentFormat(
    {
      mediaType: 'text/html', version: '1', isPreferred: () => true, document: async content => `<p>${content}`
    },
    'content'
  )
  t.match(format, { name: 'text/html', mediaType: 'text/html', version: '1' })
  t.equal(await format.document!('1', {} as never, true), '<p>1')
})
