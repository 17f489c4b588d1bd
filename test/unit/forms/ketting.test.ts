import { type Action, Client } from 'ketting'
import t, { type Test } from 'tap'
import { buildBookings, first } from '../../support/every-kind.ts'
import { type Entry, everyKind, type FormTable, orders } from '../../support/form-entries.ts'
import { listen } from '../../support/servers.ts'

// A generic client at the forms of an app: it knows the names of actions and fields, and nothing else.

async function visit (
  t: Test, makeApp: FormTable['app']
): Promise<{ action: (name: string) => Promise<Action>, read: (location: string) => Promise<unknown> }> {
  const app = await makeApp()
  t.teardown(() => app.close())
  const { origin } = await listen(app)
  const client = new Client(origin)
  return {
    action: async name => (await client.go('/').get()).action(name),
    read: async location => (await client.go(new URL(location, origin).href).refresh()).data
  }
}

type FormData = Record<string, Entry>

/** The status of the response to a form. */
async function statusOf (action: Action, data: FormData): Promise<number> {
  // What is left empty and need not be filled is not sent.
  const sent = Object.entries(data).filter(([name, entry]) => entry.length > 0 || action.field(name)!.required)
  return action.submit(Object.fromEntries(sent)).then(() => 201, (error: { status: number }) => error.status)
}

for (const { title, app, form, filled, rejected, accepted } of [orders, everyKind]) {
  t.test(title, async t => {
    const { action } = await visit(t, app)
    const submitted = await action(form)
    for (const [name, entry] of rejected) {
      t.equal(
        await statusOf(submitted, { ...filled, [name]: entry }), 400, `${name} ${JSON.stringify(entry)} is rejected`
      )
    }
    for (const [name, entry] of accepted) {
      t.equal(
        await statusOf(submitted, { ...filled, [name]: entry }), 201, `${name} ${JSON.stringify(entry)} is accepted`
      )
    }
  })
}

t.test('the handler gets the input that Ketting submits', async t => {
  const { action, read } = await visit(t, buildBookings)
  const create = await action('create')
  t.equal(create.contentType, 'application/x-www-form-urlencoded')
  const created = await create.submit({ ...everyKind.filled, floor: '1', days: ['1', '3'], 'address.zip': '12345' })
  t.same(await read(created.headers.get('location')!), {
    version: 'v1',
    name: 'Ada',
    code: 'AB-1',
    email: 'ada@example.org',
    day: '2025-01-31',
    people: 2,
    volume: 5,
    agreed: true,
    room: 'Single',
    floor: 1,
    extras: ['Sauna'],
    days: [1, 3],
    address: { street: 'Elm', zip: '12345' }
  })

  const replace = await action('replace')
  t.equal(replace.contentType, 'application/json')
  const replaced = await replace.submit({ room: 'Single' })
  t.same(await read(replaced.headers.get('location')!), {
    version: 'v1', ...first, volume: 5, room: 'Single'
  }, 'what the form begins with is sent too')
})

t.test('choices of another route', async t => {
  const { action } = await visit(t, buildBookings)
  const create = await action('create')
  const { dataSource } =
    create.field('speed') as { dataSource?: { href: string, labelField: string, valueField: string } }
  t.match(dataSource, { labelField: 'label', valueField: 'code' })
  t.same(await (await fetch(dataSource!.href)).json(), [
    { code: 'slow', label: 'By ship' }, { code: 'fast', label: 'By air' }
  ])
})
