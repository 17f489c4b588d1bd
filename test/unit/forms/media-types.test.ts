import type { FastifySchema } from 'fastify'
import t from 'tap'
import { defineLinks, hyperOptionsHandler, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'

// The content type of a form: of `schema.consumes` or the body of its route, and of a declared input.

const note = { type: 'object', properties: { note: { type: 'string' } } }
const consuming = (consumes: unknown, body: object | undefined = note) => ({ body, consumes }) as FastifySchema
const typed = (type: string) => ({ content: { [type]: { schema: note } } })

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

interface More { readonly input?: object, readonly method?: 'POST' | 'DELETE' }

// A route, and the content type of the form that links to it.
const ROWS: Readonly<Record<string, [schema: FastifySchema, contentType: string | undefined, more?: More]>> = {
  'a body': [{ body: note }, JSON_TYPE],
  'consumes with one': [consuming([FORM]), FORM],
  'consumes that is a string': [consuming(MULTIPART), MULTIPART],
  'consumes with several: the one that clients send best': [consuming(['application/xml', MULTIPART]), MULTIPART],
  'consumes with several: JSON first': [consuming([MULTIPART, 'Application/JSON; charset=utf-8']), JSON_TYPE],
  'consumes with a type of its own': [consuming(['application/merge-patch+json']), 'application/merge-patch+json'],
  'consumes without a media type': [consuming(['json', 5]), JSON_TYPE],
  'consumes without a body schema': [{ consumes: [MULTIPART] } as FastifySchema, MULTIPART],
  'consumes without a body schema or a media type': [{ consumes: ['json'] } as FastifySchema, undefined],
  'consumes of DELETE': [{ consumes: [MULTIPART] } as FastifySchema, undefined, { method: 'DELETE' }],
  'a declared input': [{}, JSON_TYPE, { input: note }],
  'a declared input, of the type of the body': [{ body: typed(FORM) }, FORM, { input: note }],
  'a declared input with a type of its own': [
    { body: typed(FORM) }, MULTIPART, { input: typed('Multipart/Form-Data; boundary=x') }
  ],
  'a declared input, and a body that no form can send': [{ body: typed('text/csv') }, undefined, { input: note }]
}

for (const [name, [schema, contentType, { input, method = 'POST' } = {}]] of Object.entries(ROWS)) {
  t.test(`the content type of a form: ${name}`, async t => {
    const links = defineLinks<object>(links => {
      const action = links.affordance('add', LinkTarget.route('Add'))
      if (input !== undefined) action.accepts(input)
    })
    const { get, send } = await project(t, { links }, {}, {
      routes: app => {
        app.route({ method, url: '/add', schema, config: { hyper: { name: 'Add' } }, handler: async () => ({}) })
        app.register(hyperOptionsHandler)
      }
    })
    t.match((await get()).document, { _actions: { add: { contentType } } })
    t.match((await get('hal-forms')).document, { _templates: { add: { contentType } } })
    if (!('consumes' in schema) || name.includes('without') || contentType === undefined) return
    const accepted = header(await send({ method: 'OPTIONS', path: '/add' }), 'accept-post')
    t.ok(accepted!.split(', ').includes(contentType), accepted!)
  })
}
