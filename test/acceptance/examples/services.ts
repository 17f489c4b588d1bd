import t from 'tap'
import { judgeReadme, judgeScripts, startExample } from '../../support/examples.ts'

// Three services behind nginx. Needs nginx: without it, the example does not start.

const NAME = 'services'

await t.test('the example of three services', async t => {
  const example = await startExample(t, NAME)
  const { json } = await example.send('/')
  const { _links } = json as { _links: Record<string, { href: string }> }
  const originOf = (relation: string) => new URL(_links[relation]!.href.replace(/\{.*/, '')).origin

  await t.test('the README shows what is sent', t => judgeReadme(t, NAME, example, {
    'http://127.0.0.1:3001': originOf('invoices'), 'http://127.0.0.1:3002': originOf('shipments')
  }, 'http://127.0.0.1:3000'))

  await t.test('a client goes from service to service by links', async t => {
    const order = await example.send('/orders/3')
    const invoices = await example.send(order.resource.link('invoices').href)
    const [invoice] = invoices.resource.items()
    t.equal(invoice!.data['status'], 'paid')
    t.equal((await example.send(invoice!.link('order').href)).resource.data['id'], 3)
    t.match(invoice!.action('ship'), { method: 'PUT' })
  })

  await t.test('its types, its catalogs and its crawl', t => judgeScripts(t, example, ['check', 'catalogs', 'test']))

  await t.test('an instance that ends under load loses no response but those it had begun', t =>
    judgeScripts(t, example, ['load']))
})
