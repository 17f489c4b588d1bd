import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { judgeReadme, judgeScripts, startExample } from '../../support/examples.ts'

// The example with Drizzle and SQLite, with a database file.

const NAME = 'drizzle-sqlite'

await t.test('the example with Drizzle and SQLite', async t => {
  const example = await startExample(t, NAME)
  const { send } = example

  await t.test('the README shows what is sent', t => judgeReadme(t, NAME, example))

  await t.test('an order is shipped by its links, once it can be', async t => {
    const root = (await send('/')).resource
    const { href, method } = root.action('place')
    const placed = await send(href, { method, body: { item: 'A sofa' } })
    t.equal(placed.status, 201)
    const self = placed.headers.get('location')!
    t.equal(self, placed.resource.link('self').href)
    const read = async () => (await send(self)).resource
    const perform = async (name: string, body?: object) => {
      const { href, method } = (await read()).action(name)
      return send(href, { method, ...body && { body } })
    }
    const actions = async () => Object.keys((await read()).snapshot().actions)

    t.same(await actions(), ['cancel', 'pay', 'setAddress'])
    t.equal((await perform('pay')).status, 200)
    t.same(await actions(), ['cancel', 'setAddress'], 'it has no address')
    const early = await send(`${self}/ship`, { method: 'POST' })
    t.equal(early.status, 409)
    t.same(Object.keys(early.resource.snapshot().actions), ['cancel', 'setAddress'], 'the 409 offers what is possible')
    t.equal((await perform('setAddress', { address: '2 Main Street' })).status, 200)
    t.same(await actions(), ['cancel', 'setAddress', 'ship'])
    t.same((await perform('ship')).json, await send(self).then(({ json }) => json), 'the response is the order')
    t.same(await actions(), [])
    t.same((await read()).data['status'], 'shipped')
  })

  await t.test('concurrent transitions: one wins, the others are sent 409', async t => {
    const { href, method } = (await send('/orders/1')).resource.action('pay')
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await send(href, { method })).status))
    t.same(statuses.sort(), [200, ...Array<number>(7).fill(409)])
  })

  await t.test('its types and its own tests, which crawl it', t => judgeScripts(t, example, ['check', 'test']))

  await t.test('its migrations are those of its table', async t => {
    const files = () => readdirSync(join(example.folder, 'migrations'))
    const before = files()
    await judgeScripts(t, example, ['migrations'])
    t.same(files(), before)
  })
})
