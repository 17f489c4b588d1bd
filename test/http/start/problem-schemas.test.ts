import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import t from 'tap'
import { z } from 'zod'
import hyper, { problemSchema } from '../../../lib/index.ts'
import { serve } from '../../support/servers.ts'

// Which response schemas are reported, since they do not describe the problems that the plugin sends (HYPER035).

const MESSAGE = { type: 'object', properties: { message: { type: 'string' } } }
const CORE = {
  type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' }
}
const content = (type: string, schema: object) => ({ content: { [type]: { schema } } })

const ROWS: Readonly<Record<string, readonly [response: object, statuses: string | null]>> = {
  'errors of the app': [{ 403: MESSAGE }, '403'],
  'errors of the app, for the class': [{ '4xx': MESSAGE }, '403, 404'],
  'errors of the app, for all': [{ default: MESSAGE }, '403, 404'],
  'errors of the app, shared': [{ 403: { $ref: 'error#' } }, '403'],
  'errors of the app, beside problems': [
    {
      403: {
        content: { 'application/json': { schema: MESSAGE }, 'application/problem+json': { schema: problemSchema } }
      }
    }, null
  ],
  'errors of the app, by media type': [{ 403: content('application/json', MESSAGE) }, '403'],
  problemSchema: [{ 403: problemSchema, 404: problemSchema }, null],
  'the members of a problem': [{ 403: { type: 'object', required: ['title', 'status'], properties: CORE } }, null],
  'a problem that requires more': [
    { 403: { type: 'object', required: ['code'], properties: { ...CORE, code: {} } } }, '403'
  ],
  'any object': [{ 403: { type: 'object' } }, null],
  'any object that has a message': [{ 403: { ...MESSAGE, required: ['message'], additionalProperties: true } }, '403'],
  'a string': [{ 403: { type: 'string' } }, '403'],
  'the errors of another status': [{ 200: MESSAGE, 401: MESSAGE }, null],
  'a status that is not sent': [{ 409: MESSAGE }, null],
  'a reference that cannot be read': [{ 403: { $ref: 'error#/nothing' } }, null]
}

for (const [row, [response, statuses]] of Object.entries(ROWS)) {
  t.test(`a response schema: ${row}`, async t => {
    const { log } = await serve(t, async app => {
      await app.register(hyper, { policies: { all: () => true } })
      app.addSchema({ $id: 'error', ...MESSAGE })
      if (row === 'a reference that cannot be read') app.setSerializerCompiler(() => JSON.stringify)
      app.get('/', { schema: { response }, config: { hyper: { policy: 'all', resource: () => ({}) } } }, () => ({}))
    })
    const logged = log.filter(({ code }) => code === 'HYPER035').map(({ msg }) => /for ([\d, ]+) does/.exec(msg)?.[1])
    t.strictSame(logged, statuses === null ? [] : [statuses], 'and not again for HEAD')
  })
}

t.test('a response schema of Zod', async t => {
  const { log } = await serve(t, async app => {
    app.setSerializerCompiler(serializerCompiler)
    app.setValidatorCompiler(validatorCompiler)
    await app.register(hyper, { policies: { all: () => true } })
    const response = { 403: z.object({ message: z.string() }) }
    app.get('/', { schema: { response }, config: { hyper: { policy: 'all' } } }, () => ({}))
  })
  t.match(log.filter(({ code }) => code === 'HYPER035')
    .map(({ msg }) => msg), ['route GET /: its response schema for 403'])
})
