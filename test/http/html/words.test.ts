import { defineLinks, defineRoutes, LinkTarget } from 'fastify-hyper'
import t from 'tap'
import { faultsOf } from '../../../hypermedia/check-tree.ts'
import { readField } from '../../../hypermedia/form.ts'
import { between } from '../../../hypermedia/limits.ts'
import { faultWords } from '../../../lib/validation/words.ts'
import { actionOf, pageAt, pagesApp, submit } from './pages.ts'

// Constraints and errors in words for people.

t.test('limits of numbers are words', async t => {
  for (const [from, to, words] of [
    [2, 40, '2 to 40'], [2, undefined, 'at least 2'], [undefined, 40, 'up to 40'], [undefined, undefined, ''],
    [5e-324, undefined, 'more than 0'], [5e-324, 1, 'more than 0 and up to 1'], [undefined, -5e-324, 'less than 0'],
    [10.000000000000002, undefined, 'more than 10'], [0, 99.99999999999999, 'at least 0 and less than 100'],
    [0.1, 0.5, '0.1 to 0.5'], [2, 2, '2'], [1, Number.MAX_SAFE_INTEGER, 'at least 1']
  ] as const) t.equal(between(from, to), words)
})

t.test('errors of validators', async t => {
  for (const [message, words] of [
    ['must be >= 1', 'must be at least 1'],
    ['must be > 0', 'must be more than 0'],
    ['must NOT have fewer than 2 characters', 'must have at least 2 characters'],
    ['must NOT have fewer than 1 items', 'must have at least 1 item'],
    ['must NOT have more than 40 characters', 'must have at most 40 characters'],
    ['must match pattern "^\\d+$"', 'does not have the right form'],
    ['must match format "email"', 'must be an e-mail address'],
    ['must be equal to one of the allowed values', 'must be one of the choices'],
    ['must be integer', 'must be a whole number'],
    ["must have required property 'x'", 'is required'],
    ['is not a customer', 'is not a customer']
  ] as const) t.equal(faultWords(message), words)
})

t.test('values that were typed for linked choices', async t => {
  const members = ['patientId', 'doctorId'].map(name => {
    const [field] = readField({ name, required: true, options: { link: { href: '/people' }, maxItems: 1 } })
    return { name, node: { kind: 'field', required: true, field: field!, types: ['integer'] } as const }
  })
  const tree = { kind: 'group', required: true, members } as const
  const entered = new Map([['patientId', ['Ann']], ['doctorId', ['Bell']]])
  const errors = members.map(({ name }) => ({ name, message: 'must be a number' }))
  t.strictSame(faultsOf(tree as never, { entered }), errors, 'both')
  t.strictSame(faultsOf(tree as never, { entered: new Map(members.map(({ name }) => [name, ['7']])) }), [])
})

t.test('a form in words', async t => {
  class Root { readonly id = 1 }
  const received: unknown[] = []
  const links = defineLinks(Root, links => { links.affordance('add', LinkTarget.route('CreateOrder')) })
  const app = await pagesApp(t, { hyper: { links: [links] } })
  app.get('/', { config: { hyper: { links: true } } }, () => new Root())
  app.post('/things', {
    config: { hyper: { name: 'CreateOrder' } },
    schema: {
      body: {
        type: 'object',
        required: ['price', 'isNew'],
        properties: {
          price: { type: 'number', exclusiveMinimum: 0, title: 'Price' },
          count: { type: 'integer', minimum: 6, maximum: 60, multipleOf: 6, title: 'Count' },
          code: { type: 'string', pattern: '^[A-Z]-\\d$', examples: ['A-1'], title: 'Code' },
          isNew: { type: 'boolean', title: 'New' },
          isOld: { type: 'boolean', title: 'Old' }
        }
      }
    }
  }, (request, reply) => {
    received.push(request.body)
    return reply.code(204).send()
  })
  const body = await pageAt(app, '/')
  t.match(body, /Price[^]*more than 0[^]*such as A-1/)
  t.notMatch(body, /5e-324/)
  t.match(body, />Count<span class="hint"> 6 to 60, a multiple of 6<\/span>/)
  t.match(body, /<input type="hidden" name="isNew" value="false"\/><label class="switch"><input [^>]*type="checkbox"/)
  t.match(body, /<select [^>]*name="isOld"[^]*>Yes<[^]*>No</, 'a boolean without a value has three')
  const send = (typed: string) => submit(app, actionOf(body), typed)
  await send('price=2&isNew=false&isNew=true')
  await send('price=2&isNew=false')
  t.same(received, [{ price: 2, isNew: true }, { price: 2, isNew: false }])
  const { body: failed } = await send('price=0&isNew=false')
  t.match(failed, /There is a problem[^]*<p id="[^"]*" class="fault">Price must be more than 0\.<\/p>/)
  t.equal(failed.split(/class="fault"[^<]*must be/).length, 2, 'once')
  t.match(failed, /<a href="#form-add-price">Price must be more than 0\.<\/a>/, 'a summary links to it')
})

t.test('values, headlines and controls have their own direction', async t => {
  const app = await pagesApp(t)
  const note = 'مرحبا بالعالم.'
  const { Edit } = defineRoutes({ Edit: 'PUT /' })
  const links = defineLinks<object>(links => {
    links.affordance('edit', Edit()).prefill(() => ({ note }))
  })
  app.get('/', { config: { hyper: { links } } }, () => ({ name: note, tags: [note] }))
  app.get('/list', { config: { hyper: { links } } }, () => [{ name: note }])
  const body = { type: 'object', properties: { note: { type: 'string', maxLength: 40 } } }
  app.put('/', { schema: { body }, config: { hyper: { name: 'Edit' } } }, (_request, reply) => reply.code(204).send())
  const page = await pageAt(app, '/')
  for (const element of ['<h1 dir="auto">', '<dd dir="auto">', '<li dir="auto">']) t.match(page, element)
  t.match(page, / name="note"[^>]* dir="auto"/)
  t.match(await pageAt(app, '/list'), '<td dir="auto"')
})
