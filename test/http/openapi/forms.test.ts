import accepts from '@fastify/accepts'
import swagger from '@fastify/swagger'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, hyperTransform, LinkTarget } from '../../../lib/index.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { checkerOf, documentErrors, openApiOf, schemaIn } from '../../support/openapi.ts'
import { serve } from '../../support/servers.ts'

const body = {
  type: 'object',
  required: ['note'],
  properties: {
    note: { type: 'string', title: 'Note', examples: ['Ring twice'], minLength: 1, maxLength: 20, pattern: '^[A-Z]' },
    text: { type: 'string', maxLength: 2000 },
    count: { type: 'integer', minimum: 1, maximum: 100, default: 1 },
    price: { type: 'number', multipleOf: 0.5 },
    speed: { enum: ['Standard', 'Express'], default: 'Standard' },
    tags: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 },
    version: { const: 'v1' },
    linked: { type: 'string' }
  }
}

const links = defineLinks<object>(links => {
  const chosen = { options: { route: 'ListSpeeds', promptField: 'name', valueField: 'id' } }
  links.affordance('create', LinkTarget.route('Create')).title({ en: 'Create', de: 'Anlegen' }).fields({
    linked: chosen, text: { rows: 3, cols: 40 }
  }).prefill(() => ({ linked: 'a' }))
  links.affordance('again', () => LinkTarget.route('Create'))
  links.affordance('bare', LinkTarget.uri('/bare'))
})

const schema = { response: { 200: { type: 'object', properties: { id: { type: 'integer' } } } } }

for (const version of ['3.0.3', '3.1.0']) {
  t.test(`forms in OpenAPI ${version}`, async t => {
    const { app, send } = await serve(t, async (app: FastifyInstance) => {
      await app.register(accepts)
      await app.register(swagger, {
        openapi: { openapi: version, info: { title: 'Forms', version: '1' } }, transform: hyperTransform
      })
      await app.register(hyper)
      app.get('/value', { schema, config: { hyper: { links } } }, async () => ({ id: 1 }))
      app.post('/create', { schema: { body }, config: { hyper: { name: 'Create' } } }, async () => ({}))
      app.get('/speeds', { config: { hyper: { name: 'ListSpeeds' } } }, async () => [])
    })
    const document = openApiOf(app)
    t.same(await documentErrors(document), [], 'the document is valid')

    const check = checkerOf(document)
    for (const accept of [
      'application/json', 'application/vnd.hyper+json', 'application/hal+json', 'application/prs.hal-forms+json'
    ]) {
      const response = await send({ method: 'GET', path: '/value', headers: [['Accept', accept]] })
      t.same(check({ method: 'GET', path: '/value', response }), [], accept)
    }

    const forms = schemaIn(document, '/value', 'application/prs.hal-forms+json')
    const create = member(forms, 'properties', '_templates', 'properties', 'create')
    t.equal(member(create, 'description'), 'Create', 'a title by language is shown in its first')

    const field =
      member(document, 'components', 'schemas', 'HyperTemplate', 'properties', 'properties', 'items') as JsonObject
    const isField = new Ajv({ strict: false }).compile(field)
    const full = {
      name: 'a',
      prompt: 'A',
      readOnly: true,
      regex: '^a$',
      required: false,
      value: '1',
      type: 'text',
      cols: 1,
      rows: 1,
      min: -1.5,
      max: 2,
      minLength: 0,
      maxLength: 1,
      placeholder: 'a',
      step: 0.5
    }
    t.strictSame(
      Object.keys(member(field, 'properties') as object).sort(), [...Object.keys(full), 'options'].sort(),
      'every member is documented'
    )
    t.ok(isField({
      ...full, options: { inline: [{ prompt: 'A', value: 'a' }], minItems: 0, maxItems: 1, selectedValues: ['a'] }
    }))
    t.ok(isField({
      name: 'a', options: { link: { href: '/{?q}', templated: true }, promptField: 'name', valueField: 'id' }
    }))
    for (const wrong of [
      {}, { ...full, name: 1 }, { ...full, type: 'checkbox' }, { ...full, rows: 0.5 }, { ...full, value: 1 },
      { ...full, options: { inline: ['a'] } }, { ...full, options: { link: {} } },
      { ...full, options: { selectedValues: [1] } }
    ]) {
      t.notOk(isField(wrong), JSON.stringify(wrong))
    }
  })
}
