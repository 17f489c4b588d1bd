import t from 'tap'
import { closeBrowser, skip } from '../../support/chromium.ts'
import { buildBookings } from '../../support/every-kind.ts'
import { type Entry, everyKind, orders } from '../../support/form-entries.ts'
import { enter, fillIn, formData, objections, reset, visitForm } from '../../support/form-in-browser.ts'
import { readTemplates, type Template } from '../../support/form-page.ts'

// With nothing but a template, the browser rejects what the route rejects, and sends what the route accepts.
// Needs Chromium: `npm run test:apart -- browser`.

t.teardown(closeBrowser)

type Data = readonly (readonly [name: string, value: string])[]

/** Sends data as a form, or as a script does that omits empty fields. */
async function send ({ method, target, contentType }: Template, data: Data): Promise<number> {
  const isJson = contentType === 'application/json'
  const body = isJson
    ? JSON.stringify(Object.fromEntries(data.filter(([, value]) => value !== '')))
    : new URLSearchParams(data.map(([name, value]): [string, string] => [name, value])).toString()
  return (await fetch(target, { method, body, headers: { 'content-type': contentType! } })).status
}

/** The data with something else for one of the fields, whatever a control would make of it. */
function withEntry (data: Data, name: string, entry: Entry): Data {
  return [...data.filter(([other]) => other !== name), ...[entry].flat().map(value => [name, value] as const)]
}

const entriesOf = (data: Data, name: string) => data.filter(([other]) => other === name).map(([, value]) => value)

for (const { title, app, form, filled, rejected, accepted } of [orders, everyKind]) {
  t.test(title, { skip }, async t => {
    const { page, origin, faults } = await visitForm(t, await app(), form)
    const template = (await readTemplates(origin))[form]!
    await fillIn(page, filled)
    const data = await formData(page)
    t.same(await objections(page), {}, 'the form can be sent')

    for (const [name, entry, flag] of rejected) {
      const row = `${name} ${JSON.stringify(entry)}`
      await reset(page)
      await enter(page, name, entry)
      t.same(await objections(page), { [name]: flag }, `${row} is not sent`)
      t.equal(await send(template, withEntry(data, name, entry)), 400, `${row} is rejected`)
    }
    for (const [name, entry] of accepted) {
      const row = `${name} ${JSON.stringify(entry)}`
      await reset(page)
      await enter(page, name, entry)
      const entered = await formData(page)
      t.same(entriesOf(entered, name), [entry].flat(), `${row} can be entered`)
      t.same(await objections(page), {}, `${row} is sent`)
      t.equal(await send(template, entered), 201, `${row} is accepted`)
    }
    t.same(faults, [])
  })
}

// What the route rejects and a control does not hold: the field, what is entered, and what the control makes of it.
const mended: readonly (readonly [name: string, entered: string, held: string])[] = [
  ['month', 'soon', ''],
  ['week', '2025-01', ''],
  ['opens', 'noon', ''],
  ['starts', '2025-01-31', ''],
  ['volume', '11', '10'],
  ['volume', '-1', '0'],
  ['volume', '2.5', '3'],
  ['colour', 'no colour', '#000000']
]

t.test('controls that cannot hold what the route rejects', { skip }, async t => {
  const { page, origin } = await visitForm(t, await buildBookings(), 'create')
  const template = (await readTemplates(origin))['create']!
  await fillIn(page, everyKind.filled)
  for (const [name, entered, held] of mended) {
    const data = await formData(page)
    await enter(page, name, entered)
    t.same(entriesOf(await formData(page), name), [held], `${name} ${entered}`)
    t.equal(await send(template, withEntry(data, name, entered)), 400, `${name} ${entered} is rejected`)
    t.equal(await send(template, await formData(page)), 201, `${name} ${held} is accepted`)
  }
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('A'.repeat(50))
  t.equal(await name.inputValue(), 'A'.repeat(20), 'what is typed is cut at the greatest length')
})

// HTML counts UTF-16 code units and JSON schema characters; HTML knows years beyond 9999;
// and HAL-FORMS has no word for either.
const unsaid: readonly (readonly [name: string, entry: string])[] = [
  ['name', '\u{1F600}'], ['notes', '\u{1F600}\u{1F600}x'], ['day', '10000-01-01'], ['month', '10000-01']
]

t.test('values that no form can send', { skip }, async t => {
  const { page, origin } = await visitForm(t, await buildBookings(), 'create')
  const template = (await readTemplates(origin))['create']!
  await fillIn(page, everyKind.filled)
  for (const [name, entry] of unsaid) {
    await reset(page)
    await enter(page, name, entry)
    t.same(await objections(page), {}, `${name} ${entry} is sent`)
    t.equal(await send(template, await formData(page)), 400, `${name} ${entry} is rejected`)
  }
})
