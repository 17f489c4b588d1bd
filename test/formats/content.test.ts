import t from 'tap'
import { contentOf, documentFormat } from '../../lib/formats/content.ts'
import type { FieldOption, ProjectedAction, ProjectedResource } from '../../lib/index.ts'

const BARE: ProjectedResource = { body: '{"id":1}', links: [], actions: [], embedded: new Map() }

const choices = (count: number) => Array.from({ length: count }, (_, index) => ({ prompt: `Choice ${index}`, value: String(index) }))

const action = (inline: readonly FieldOption[]): ProjectedAction => ({
  name: 'ship', href: '/ship', method: 'POST', fields: [{ name: 'by', type: 'text', options: { inline } }]
})

const ROWS: Readonly<Record<string, [resource: Partial<ProjectedResource>, content: object]>> = {
  'nothing to add': [{}, { id: 1, content: {} }],
  'an empty object': [{ body: '{ }', links: [{ rel: 'self', href: '/1' }] }, { content: { _links: { self: { href: '/1' } } } }],
  'one link': [
    { links: [{ rel: 'self', href: '/1', title: 'One' }] },
    { id: 1, content: { _links: { self: { href: '/1', title: 'One' } } } }
  ],
  'links of one relation': [
    { links: [{ rel: 'item', href: '/1' }, { rel: 'self', href: '/' }, { rel: 'item', href: '/2' }] },
    { id: 1, content: { _links: { item: [{ href: '/1' }, { href: '/2' }], self: { href: '/' } } } }
  ],
  'embedded resources': [
    { embedded: new Map<string, string | string[]>([['one', '{"id":2}'], ['many', ['{"id":3}', '{"id":4}']]]) },
    { id: 1, content: { _embedded: { one: { id: 2 }, many: [{ id: 3 }, { id: 4 }] } } }
  ],
  'an action without input': [
    { actions: [{ name: 'ship', href: '/ship', method: 'POST' }] },
    { id: 1, content: { _templates: { ship: { target: '/ship', method: 'POST' } } } }
  ],
  'choices that fit a page': [{ actions: [action(choices(1001))] }, { id: 1, content: { _templates: { ship: shipping(1001) } } }],
  'more choices than fit a page': [{ actions: [action(choices(20_000))] }, { id: 1, content: { _templates: { ship: shipping(1001) } } }]
}

function shipping (count: number): object {
  return { target: '/ship', method: 'POST', properties: [{ name: 'by', type: 'text', options: { inline: choices(count) } }] }
}

for (const [row, [resource, content]] of Object.entries(ROWS)) {
  t.test(`the content of pages and tools: ${row}`, async t => {
    t.strictSame(JSON.parse(contentOf({ ...BARE, ...resource }, 'content')), content)
  })
}

t.test('a format of documents has its own media type, and makes documents of the content', async t => {
  const setHeaders = () => {}
  const format = documentFormat({ mediaType: 'text/html', version: '1', document: async content => `<p>${content}`, setHeaders }, 'content')
  t.match(format, { name: 'text/html', mediaType: 'text/html', version: '1', setHeaders })
  t.equal(await format.document!('1', {} as never), '<p>1')
})
