import type { FastifyInstance } from 'fastify'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import {
  actionOf, addHeader, arrived, closeBrowser, openForm, outcomeOf, settled, skip, type Visit, visit
} from './browser.ts'
import { buildNotes, changeElsewhere, type Received } from './notes.ts'

// Guarded edits, problems with actions, and the headers of the session. Needs Chromium:
// `npm run test:apart -- browser`.

t.teardown(closeBrowser)

async function visitNotes (
  t: Test, hash = '#/api/note'
): Promise<Visit & { app: FastifyInstance, received: Received[], edit: Locator }> {
  const { app, received } = await buildNotes()
  const visited = await visit(t, app, `/api/explorer${hash}`)
  return { ...visited, app, received, edit: await openForm(visited.page, 'Edit the note') }
}

async function setHeader (page: Page, name: string, value: string): Promise<void> {
  await page.getByText('Headers', { exact: true }).click()
  await addHeader(page, name, value)
  await page.getByText('Headers', { exact: false }).first().click()
}

async function done (page: Page, outcome: string): Promise<void> {
  await outcomeOf(page).getByText(outcome).waitFor()
  await settled(page)
}

t.test('an edit is sent with the tag that was read, and with JSON of the right types', { skip }, async t => {
  const { page, received, edit, faults } = await visitNotes(t)
  // The tag of a representation in another format than the default is derived from the version.
  t.match(await edit.getByLabel('Entity tag').inputValue(), /^"1~/)
  await edit.getByLabel('Words').fill('second')
  await edit.getByLabel('Stars').selectOption('2')
  await edit.getByLabel('Pinned').selectOption('true')
  await edit.getByRole('button').click()
  await done(page, '204')
  t.match(received.find(({ method }) => method === 'PUT'), {
    ifMatch: /^"1~/, body: { text: 'second', stars: 2, isPinned: true }
  })
  t.match(await edit.getByLabel('Entity tag').inputValue(), /^"2~/, 'the next edit has the next tag')
  t.match(
    await page.getByRole('region', { name: 'Properties' }).innerText(), /text\s+second\s+stars\s+2\s+isPinned\s+true/
  )
  t.same(faults, [])
})

t.test('the tag can be changed and omitted', { skip }, async t => {
  const { page, received, edit } = await visitNotes(t)
  const tags = () => received.filter(({ method }) => method === 'PUT').map(({ ifMatch }) => ifMatch)
  await edit.getByLabel('Words').fill('mine')
  await edit.getByLabel('Stars').selectOption('2')
  await edit.getByLabel('Entity tag').fill('"other"')
  await edit.getByRole('button', { name: 'Edit the note' }).click()
  await edit.getByRole('alert').getByText('412').first().waitFor()
  await edit.getByRole('button', { name: 'Reload the resource' }).click()
  await done(page, '412')
  t.match(await edit.getByLabel('Entity tag').inputValue(), /^"1~/, 'a reload brings the tag that was read')
  await edit.getByLabel('If-Match').uncheck()
  await edit.getByRole('button', { name: 'Edit the note' }).click()
  await edit.getByRole('alert').getByText('428').first().waitFor()
  t.match(await edit.getByRole('alert').innerText(), /Switch it on above/)
  await edit.getByLabel('If-Match').check()
  await edit.getByLabel('Entity tag').fill('"\u20ac"')
  t.equal(await edit.locator('input:invalid').count(), 1, 'a value that no header can have is not sent')
  await edit.getByLabel('Entity tag').fill('*')
  await edit.getByRole('button', { name: 'Edit the note' }).click()
  await done(page, '204')
  t.same(tags(), ['"other"', undefined, '*'])
})

t.test('an action with another URL is sent with the tag on demand', { skip }, async t => {
  const { page, received } = await visitNotes(t)
  const archive = await openForm(page, 'archive')
  t.equal(await archive.getByLabel('If-Match').isChecked(), false)
  await archive.getByRole('button').click()
  await archive.getByRole('alert').getByText('428').first().waitFor()
  await archive.getByLabel('If-Match').check()
  await archive.getByRole('button', { name: 'archive' }).click()
  await done(page, '204')
  t.match(received.at(-2), { method: 'POST', url: '/api/note/archive', ifMatch: /^"1~/ })
})

t.test('after a 412 the resource is reloaded and what was typed stays', { skip }, async t => {
  const { page, app, edit, faults } = await visitNotes(t)
  await edit.getByLabel('Words').fill('mine')
  await changeElsewhere(app)
  await edit.getByLabel('Stars').selectOption('2')
  await edit.getByRole('button').click()
  await edit.getByRole('alert').getByText('412').first().waitFor()
  t.match(await edit.getByRole('alert').innerText(), /Reload it: the form keeps your values/)
  await edit.getByRole('button', { name: 'Reload the resource' }).click()
  await page.getByText('theirs').first().waitFor()
  await done(page, '412')
  t.equal(await edit.getByLabel('Words').inputValue(), 'mine')
  t.equal(await edit.getByLabel('Stars').inputValue(), '2')
  t.match(await edit.getByLabel('Entity tag').inputValue(), /^"2~/)
  t.equal(await edit.getByRole('alert').count(), 0)
  await edit.getByRole('button').click()
  await done(page, '204')
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /text\s+mine\s+stars\s+2/)
  t.same(faults.filter(fault => !fault.includes('412')), [])
})

t.test('after a 409 the links and actions of the problem can be used', { skip }, async t => {
  const { page, edit, faults } = await visitNotes(t)
  await (await openForm(page, 'lock')).getByRole('button').click()
  await done(page, '202')
  await openForm(page, 'Edit the note')
  await edit.getByLabel('Words').fill('mine')
  await edit.getByLabel('Stars').selectOption('3')
  await edit.getByRole('button').click()
  await edit.getByRole('alert').getByText('The note is locked.').waitFor()
  t.match(await edit.innerText(), /locked\s+true/)
  t.equal(await edit.getByRole('link', { name: '/api/note' }).getAttribute('href'), '#/api/note')
  t.equal(await edit.getByLabel('Words').inputValue(), 'mine')
  const unlock = await openForm(page, 'unlock (offered by the problem)')
  await unlock.getByRole('button').click()
  await done(page, '204')
  t.same(faults.filter(fault => !fault.includes('409')), [])
})

t.test('headers of the session go below the base only', { skip }, async t => {
  const { page, received, faults } = await visitNotes(t)
  await setHeader(page, 'Authorization', 'Bearer 1234')
  const report = await openForm(page, 'report')
  t.match(await report.innerText(), /Sends no Authorization\.\s*\/elsewhere is not below \/api\//)
  t.notMatch(await (await openForm(page, 'archive')).innerText(), /Sends no/)
  await report.getByRole('button').click()
  await arrived(page, 'POST /elsewhere')
  t.match(await page.getByRole('main').innerText(), /Sent without Authorization\./)
  await page.goBack()
  await arrived(page, '/api/note')
  await page.getByRole('main').getByRole('link', { name: '/elsewhere' }).click()
  await arrived(page, '/elsewhere')
  t.match(await page.getByRole('main').innerText(), /Sent without Authorization\./)
  t.notMatch(await page.locator('aside .request').innerText(), /Bearer/)
  t.same(received.filter(({ url, authorization }) => authorization !== undefined && !url.startsWith('/api/')), [])
  t.match(
    received.filter(({ url }) => url === '/api/note').at(-1), { authorization: 'Bearer 1234' }, 'and they do go there'
  )
  t.same(faults, [])
})

t.test('a redirect does not take the headers of the session along', { skip }, async t => {
  const { page, received } = await visitNotes(t)
  await page.getByRole('main').getByRole('link', { name: '/api/moved' }).click()
  await page.getByText('elsewhere').first().waitFor()
  await settled(page)
  t.match(await page.getByRole('main').innerText(), /200 OK/, 'without such headers it is followed')
  await setHeader(page, 'Authorization', 'Bearer 1234')
  await page.getByRole('button', { name: 'Go' }).click()
  await page.getByRole('alert').getByText('It was not followed').waitFor()
  t.match(received.at(-1), { url: '/api/moved', authorization: 'Bearer 1234' })
})

t.test('the media types of the app', { skip }, async t => {
  const { page, faults } = await visitNotes(t)
  t.match(await page.locator('aside')
    .innerText(), /Accept: application\/vnd\.acme\.forms[^]*content-type: application\/vnd\.acme\.forms/)
  t.equal(await actionOf(page, 'Edit the note').count(), 1, 'a configured type is read as HAL-FORMS')
  await page.getByLabel('Format').selectOption({ label: 'application/vnd.acme' })
  await page.getByRole('main').getByText('JSON of application/vnd.acme').waitFor()
  t.match(await page.getByRole('main')
    .innerText(), /"acme": {\s+"text": "first"/, 'a format of its own is shown as it was sent')
  t.same(faults, [])
})
