import t from 'tap'
import { judgeReadme, judgeScripts, startExample } from '../../support/examples.ts'

// The example in CommonJS, started by fastify-cli.

const NAME = 'commonjs-cli'

await t.test('the example in CommonJS with fastify-cli', async t => {
  const example = await startExample(t, NAME)
  const { send } = example

  await t.test('the README shows what is sent', t => judgeReadme(t, NAME, example))

  await t.test('a book is borrowed and returned by its actions', async t => {
    const read = async () => (await send('/books')).resource.items().find(({ data }) => data['id'] === 2)!
    const perform = async (name: string, body?: object) => {
      const { href, method } = (await read()).action(name)
      return (await send(href, { method, ...body && { body } })).status
    }
    t.same((await read()).snapshot().actions, { return: 'POST /books/:id/return' })
    t.equal(await perform('return'), 200)
    t.same((await read()).snapshot().actions, { borrow: 'POST /books/:id/borrow' })
    t.equal((await send('/books/2/return', { method: 'POST' })).status, 409)
    t.equal(await perform('borrow', { borrower: '' }), 400)
    t.equal(await perform('borrow', { borrower: 'Anne' }), 200)
    t.equal((await read()).data['borrower'], 'Anne')
    t.equal((await send('/books/9')).status, 404)
  })

  await t.test('its own tests, which crawl it', t => judgeScripts(t, example, ['test']))
})
