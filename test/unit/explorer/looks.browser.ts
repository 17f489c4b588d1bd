import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import t from 'tap'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { checkLooks } from '../../support/looks.ts'
import { addHeader, closeBrowser, enterPath, openForm, outcomeOf, settled, skip, unfold, visit } from './browser.ts'
import { buildGallery } from './gallery.ts'
import { buildNotes } from './notes.ts'

// How the pages look. With a folder in EXPLORER_SHOTS they are kept as images.
// Needs Chromium: `npm run test:apart -- looks`.

t.teardown(closeBrowser)

const folder = process.env['EXPLORER_SHOTS']

type Place = readonly [
  name: string, app: () => FastifyInstance | Promise<FastifyInstance>, hash: string,
  act?: (page: Page) => Promise<unknown>
]

const buildGuarded = async () => (await buildNotes()).app

async function editNote (page: Page): Promise<void> {
  const edit = await openForm(page, 'Edit the note')
  await edit.getByLabel('Words').fill('mine')
  await edit.getByLabel('Stars').selectOption('2')
  await edit.getByRole('button').click()
  await edit.getByRole('alert').waitFor()
}

const PLACES: readonly Place[] = [
  ['root', () => buildApp(), ''],
  ['order', () => buildApp(), '#/orders/42'],
  ['cancelled', () => buildApp(), '#/orders/42', async page => {
    await (await openForm(page, 'cancel')).getByRole('button').click()
    await outcomeOf(page).getByText('Its request and response').click()
  }],
  ['orders', () => buildApp(), '#/orders'],
  ['home', buildGallery, '', async page => {
    await unfold(page)
    await page.getByLabel('q', { exact: true }).fill('something')
  }],
  ['forms', buildGallery, '#/forms', unfold],
  ['rejected', buildGallery, '#/forms', async page => {
    const form = await openForm(page, 'rejected')
    await form.getByRole('button').click()
    await form.getByRole('alert').getByText('Request and response').click()
  }],
  ['sliders', buildGallery, '#/sliders', unfold],
  ['choices', buildGallery, '#/lost', async page => {
    await unfold(page)
    await page.getByText('There are no choices.').waitFor()
  }],
  ['page', buildGallery, '#/pages?page=2'],
  ['problem', buildGallery, '#/problem'],
  ['html', buildGallery, '#/html'],
  ['no-response', buildGallery, '#/closed'],
  ['headers', buildGallery, '#/list', async page => {
    await page.getByText('Headers', { exact: true }).click()
    for (const name of ['Authorization', 'not a name']) await addHeader(page, name)
    await page.getByLabel('Format').selectOption({ label: 'Other…' })
  }],
  ['typed', buildGallery, '#/typed', unfold],
  ['waiting', buildGallery, '#/list', async page => {
    await enterPath(page, '/silent')
    await page.getByText('Waiting for /silent').waitFor()
  }],
  ['actions', buildGuarded, '/api/explorer#/api/note'],
  ['if-match', buildGuarded, '/api/explorer#/api/note', unfold],
  ['conflict', buildGuarded, '/api/explorer#/api/note', async page => {
    await (await openForm(page, 'lock')).getByRole('button').click()
    await outcomeOf(page).getByText('202').waitFor()
    await editNote(page)
  }],
  ['changed', buildGuarded, '/api/explorer#/api/note', async page => {
    await (await openForm(page, 'Edit the note')).getByLabel('Entity tag').fill('"0"')
    await editNote(page)
  }],
  ['reloaded', buildGuarded, '/api/explorer#/api/note', async page => {
    await (await openForm(page, 'Edit the note')).getByLabel('Entity tag').fill('"0"')
    await editNote(page)
    await page.getByRole('button', { name: 'Reload the resource' }).click()
    await outcomeOf(page).waitFor()
  }],
  ['withheld', buildGuarded, '/api/explorer#/api/note', async page => {
    await page.getByText('Headers', { exact: true }).click()
    await addHeader(page, 'Authorization', 'Bearer 1234')
  }],
  ['sent-without', buildGuarded, '/api/explorer#/elsewhere', async page => {
    await page.getByText('Headers', { exact: true }).click()
    await addHeader(page, 'Authorization', 'Bearer 1234')
    await page.getByRole('button', { name: 'Go' }).click()
    await page.getByText('Sent without').first().waitFor()
  }],
  ['formatter', buildGuarded, '/api/explorer#/api/note', async page => {
    await page.getByLabel('Format').selectOption({ label: 'application/vnd.acme' })
    await page.getByText('JSON of application/vnd.acme').waitFor()
  }]
]

for (const [name, build, hash, act] of PLACES) {
  t.test(name, { skip }, async t => {
    const { page } = await visit(t, await build(), hash, { viewport: { width: 1600, height: 900 } })
    await act?.(page)
    if (name !== 'waiting') await settled(page)
    await checkLooks(t, page, name, { folder, fullPage: true })
  })
}

t.test('the panels of the toolbar are within the window', { skip }, async t => {
  const { page } = await visit(t, await buildGuarded(), '/api/explorer#/api/note')
  await page.getByLabel('Format').selectOption({ label: 'Other…' })
  await page.getByText('Headers', { exact: true }).click()
  await addHeader(page, 'Authorization', 'Bearer 1234')
  await page.keyboard.press('Escape')
  for (const width of [360, 640, 641, 800, 1000, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    for (const menu of await page.locator('.menu').all()) {
      await menu.locator('summary').first().click()
      for (const box of [await menu.boundingBox(), await menu.locator('.panel').boundingBox()]) {
        t.ok(box !== null && box.x >= 16 && box.x + box.width <= width - 16, `${width}: ${JSON.stringify(box)}`)
      }
    }
    await page.keyboard.press('Escape')
  }
})
