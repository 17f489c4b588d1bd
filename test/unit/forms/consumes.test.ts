import t from 'tap'
import { defineLinks, hyperOptionsHandler, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'

// `schema.consumes` of a route is the content type of the forms that link to it.

const body = { type: 'object', properties: { note: { type: 'string' } } }

const ROWS: ReadonlyArray<[name: string, consumes: unknown, contentType: string]> = [
  ['none', undefined, 'application/json'],
  ['one', ['application/x-www-form-urlencoded'], 'application/x-www-form-urlencoded'],
  ['a string', 'multipart/form-data', 'multipart/form-data'],
  ['several: the one that clients send best', ['application/xml', 'multipart/form-data'], 'multipart/form-data'],
  ['several: JSON first', ['multipart/form-data', 'Application/JSON; charset=utf-8'], 'application/json'],
  ['a type of its own', ['application/merge-patch+json'], 'application/merge-patch+json'],
  ['none that is a media type', ['json', 5], 'application/json']
]

for (const [name, consumes, contentType] of ROWS) {
  t.test(`consumes: ${name}`, async t => {
    const links = defineLinks<object>(links => { links.affordance('add', LinkTarget.route('Add')) })
    const { get, send } = await project(t, { links }, {}, {
      routes: app => {
        app.post('/add', {
          schema: { body, ...consumes !== undefined && { consumes } } as object, config: { hyper: { name: 'Add' } }
        }, async () => ({}))
        app.register(hyperOptionsHandler)
      }
    })
    t.match((await get()).document, { _actions: { add: { contentType } } })
    t.match((await get('hal-forms')).document, { _templates: { add: { contentType, properties: [{ name: 'note' }] } } })
    if (consumes === undefined || name.startsWith('none')) return
    const accepted = header(await send({ method: 'OPTIONS', path: '/add' }), 'accept-post')
    t.ok(accepted!.split(', ').includes(contentType), accepted!)
  })
}

t.test('consumes of a route without a body schema', async t => {
  const links = defineLinks<object>(links => {
    links.affordance('upload', LinkTarget.route('Upload'))
    links.affordance('untyped', LinkTarget.route('Untyped'))
    links.affordance('remove', LinkTarget.route('Remove'))
  })
  const schema = { consumes: ['multipart/form-data'] } as object
  const { get } = await project(t, { links }, {}, {
    routes: app => {
      app.post('/upload', { schema, config: { hyper: { name: 'Upload' } } }, async () => ({}))
      app.post(
        '/untyped', { schema: { consumes: ['json'] } as object, config: { hyper: { name: 'Untyped' } } },
        async () => ({})
      )
      app.delete('/upload', { schema, config: { hyper: { name: 'Remove' } } }, async () => ({}))
    }
  })
  t.strictSame((await get()).document, {
    _actions: {
      upload: { href: '/upload', method: 'POST', contentType: 'multipart/form-data' },
      untyped: { href: '/untyped', method: 'POST' },
      remove: { href: '/upload', method: 'DELETE' }
    }
  })
  const { _templates } = (await get('hal-forms')).document as { _templates: object }
  t.match(_templates, { upload: { contentType: 'multipart/form-data' }, untyped: { contentType: undefined } })
})
