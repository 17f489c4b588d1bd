import hyper, { defineLinks, defineRoutes, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'
import { actionOf, pageAt, submit } from './pages.ts'

// After 412 the page has "Now: …" below the controls whose value differs from the resource, and below no other.

const BOOK = {
  title: 'Tea',
  pages: 10,
  inPrint: true,
  on: '2026-01-31',
  tags: ['green', 'loose'],
  size: { width: 2.5 },
  chapters: [{ name: 'One', isFree: true }, { name: 'Two', isFree: false }]
}

const text = { type: 'string' }
const BODY = {
  type: 'object',
  properties: {
    title: text,
    pages: { type: 'integer' },
    inPrint: { type: 'boolean' },
    on: { type: 'string', format: 'date' },
    tags: { type: 'array', items: text },
    size: { type: 'object', properties: { width: { type: 'number' } } },
    chapters: { type: 'array', items: { type: 'object', properties: { name: text, isFree: { type: 'boolean' } } } }
  }
}

const TYPED = 'title=Tea&pages=10&inPrint=false&inPrint=true&on=2026-01-31&tags[0]=green&tags[1]=loose' +
  '&size.width=2.50&chapters[0]=&chapters[0].name=One&chapters[0].isFree=true' +
  '&chapters[1]=&chapters[1].name=Two&chapters[1].isFree=false'

/** What the page of 412 has below controls, after somebody has changed the book. */
async function newerOf (t: Test, isFilled: boolean, book: object, typed: string): Promise<string[]> {
  let [current, version] = [BOOK as object, 1]
  const { EditBook } = defineRoutes({ EditBook: 'PUT /book' })
  const links = defineLinks<object>(links => {
    links.self(LinkTarget.uri('/book'))
    const edit = links.affordance('edit', EditBook())
    if (isFilled) edit.prefill(book => book)
  })
  const app = newApp(t)
  await app.register(hyper, { hrefs: 'path' })
  await app.register(html)
  const tag = () => String(version)
  app.get('/book', { config: { hyper: { links, etag: tag } } }, () => current)
  app.put('/book', {
    schema: { body: BODY },
    config: { hyper: { name: 'EditBook', resource: () => current, preconditions: { tag, requireIfMatch: true } } }
  }, (_request, reply) => reply.code(204).send())
  const action = actionOf(await pageAt(app, '/book'), 'edit')
  ;[current, version] = [book, 2]
  const { statusCode, body } = await submit(app, action, typed)
  t.equal(statusCode, 412)
  return Array.from(body.matchAll(/<p class="newer">Now: ([^<]*)/g), ([, now]) => now!)
}

t.test('what has changed is below its control only', async t => {
  const chapters = (name: string, isFree: boolean) => [{ name, isFree: true }, { name: 'Two', isFree }]
  const rows: Array<[name: string, changed: object, typed: string, now: string[]]> = [
    ['a number', { pages: 11 }, TYPED, ['11']],
    ['a boolean', { inPrint: false }, TYPED, ['No']],
    ['a date', { on: '2026-02-01' }, TYPED, ['2026-02-01']],
    ['an element', { tags: ['green', 'fine'] }, TYPED, ['fine']],
    ['a member of a group', { size: { width: 3 } }, TYPED, ['3']],
    ['members of rows', { chapters: chapters('First', true) }, TYPED, ['First', 'Yes']],
    ['a member that is gone', { title: '' }, TYPED, ['empty']],
    ['a row that was added', { pages: 11 }, `${TYPED}&tags[2]=new&chapters[2].name=Three`, ['11']],
    ['nothing that is shown', { other: 1 }, TYPED, []]
  ]
  for (const isFilled of [true, false]) {
    for (const [name, changed, typed, now] of rows) {
      t.same(await newerOf(t, isFilled, { ...BOOK, ...changed }, typed), now, `${name}, filled: ${isFilled}`)
    }
  }
})
