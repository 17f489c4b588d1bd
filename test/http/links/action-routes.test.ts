import t from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

const path = LinkTarget.route
const bound = (declare: (links: LinkBuilder<never>) => void) =>
  ({ links: defineLinks(declare as (links: LinkBuilder<object>) => void) })

t.test('an action whose route reads no form has no content type', async t => {
  const server = await project(t, bound(links => { links.affordance('upload', path('Upload')) }), {}, {
    routes (app) {
      app.addContentTypeParser('text/csv', (_request, _payload, done) => done(null, {}))
      app.post('/upload', {
        schema: { body: { content: { 'text/csv': { schema: { type: 'object' } } } } },
        config: { hyper: { name: 'Upload' } }
      }, async () => '')
    }
  })
  t.same(await server.read('_actions', 'upload'), { href: '/upload', method: 'POST' })
})

t.test('an action of a route with versions has the requested version', async t => {
  const declare = (links: LinkBuilder<never>) => {
    links.affordance('fixed', path('Up', { id: 1 }))
    links.affordance('callback', () => path('Up', { id: 1 }))
  }
  const server = await project(t, bound(declare), {}, {
    routes (app) {
      const body = { type: 'object' }
      app.put('/up/:id', {
        constraints: { version: '1.0.0' }, schema: { body, summary: 'First' }, config: { hyper: { name: 'Up' } }
      }, async () => '')
      app.post('/up/:id', {
        constraints: { version: '2.0.0' }, schema: { summary: 'Second' }, config: { hyper: { name: 'Up' } }
      }, async () => '')
      app.get('/value', { constraints: { version: '2.0.0' }, config: { hyper: bound(declare) } }, async () => ({}))
      app.get('/value', { constraints: { version: '1.0.0' }, config: { hyper: bound(declare) } }, async () => ({}))
    }
  })
  const first = { href: '/up/1', method: 'PUT', title: 'First', contentType: 'application/json' }
  const second = { href: '/up/1', method: 'POST', title: 'Second' }
  for (const [version, action] of [['1.0.0', first], ['2.0.0', second], ['1.x', first]] as const) {
    t.match(
      await server.get('default', '/value', [['Accept-Version', version]]),
      { document: { _actions: { fixed: action, callback: action } } }, version
    )
  }
})
