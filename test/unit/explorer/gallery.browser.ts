import type { Locator } from 'playwright-core'
import t from 'tap'
import {
  arrived, closeBrowser, enterPath, heading, openForm, outcomeOf, settled, skip, type Visit, visit
} from './browser.ts'
import { buildGallery } from './gallery.ts'

// Every kind of link, form and response. Needs Chromium: `npm run test:apart -- browser`.

t.teardown(closeBrowser)

t.test('links', { skip }, async t => {
  const { page, faults } = await visit(t, buildGallery())
  const links = page.getByRole('region', { name: 'Links' }).first()

  const docs = page.getByRole('link', { name: 'docs of acme:widgets' })
  t.equal(await docs.getAttribute('href'), 'https://docs.example.com/rels/widgets')
  for (const link of [
    docs, links.getByRole('link', { name: 'https://help.example.com/' }),
    links.getByRole('link', { name: 'Deprecated' })
  ]) {
    t.equal(await link.getAttribute('rel'), 'noopener noreferrer')
    t.equal(await link.getAttribute('target'), '_blank')
  }

  const search = page.getByRole('form', { name: 'Variables of search' })
  await search.getByLabel('q', { exact: true }).fill('a b&c')
  t.match(await search.innerText(), /expands to \/search\?q=a%20b%26c/)
  await search.getByRole('button', { name: 'Follow' }).click()
  await arrived(page, '/search?q=a%20b%26c')
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /a b&c/)
  await page.goBack()
  await arrived(page, '/')

  const file = page.getByRole('form', { name: 'Variables of file' })
  await file.getByLabel('folder').fill('a/b')
  await file.getByLabel('path').fill('/c/d')
  await page.keyboard.press('Enter')
  await arrived(page, '/files/a%2Fb/c/d')
  t.same(faults, [])
})

t.test('properties, embedded resources and prefixes that they inherit', { skip }, async t => {
  const { page, faults } = await visit(t, buildGallery())
  t.match(await page.getByRole('region', { name: 'Properties' }).first()
    .innerText(), /1 Main Street[^]*52\.5[^]*empty list/)
  const featured = page.getByRole('region', { name: 'Embedded: acme:featured' })
  t.equal(await featured.getByRole('link', { name: '/items/2' }).count(), 1)
  t.equal(
    await page.getByRole('region', { name: 'Embedded: owner' }).getByRole('link', { name: '/cats/tom' }).count(), 1
  )
  await featured.getByRole('link', { name: '/items/2' }).click()
  await arrived(page, '/items/2')
  t.equal(
    await page.getByRole('link', { name: '/', exact: true }).count(), 1, 'hrefs are relative to the URL of the response'
  )
  t.same(faults, [])
})

t.test('a bare list', { skip }, async t => {
  const { page, faults } = await visit(t, buildGallery(), '#/list')
  const table = page.getByRole('region', { name: 'Table: Items' })
  t.same((await table.getByRole('row').allInnerTexts()).map(row => row.replace(/\s*\t/g, '\t')), [
    'Details\tLink\tid\tValue', '\t/items/1\t1\t', '\t/items/2\t2\t', '\t3'
  ])
  await table.getByRole('link', { name: '/items/2' }).click()
  await arrived(page, '/items/2')
  t.same(faults, [])
})

/** Returns what /echo received, once a form was sent. */
async function echoed (
  { page }: Visit, form: Locator
): Promise<{ method: string, contentType?: string, received?: unknown, token?: string }> {
  const responded = page.waitForResponse(response => response.url().endsWith('/echo'))
  await form.locator('button[type=submit]').click()
  return await (await responded).json() as { method: string }
}

t.test('a form with a field of every kind', { skip }, async t => {
  const visited = await visit(t, buildGallery(), '#/forms')
  const { page } = visited
  const form = await openForm(page, 'Send everything')
  await form.getByLabel('Country').waitFor()

  const invalid = () => form.locator('input:invalid, select:invalid, textarea:invalid').evaluateAll(elements =>
    elements.map(element => element.getAttribute('name')))
  t.same(await invalid(), ['name', 'speed'], 'required fields')
  await form.getByLabel('Code').fill('x')
  await form.getByLabel('Quantity').fill('101')
  t.same(await invalid(), ['name', 'code', 'quantity', 'speed'], 'patterns and bounds hold')
  t.equal(await form.getByLabel('Customer number').isEditable(), false)
  await form.getByLabel('card').uncheck()
  t.same(await invalid(), ['name', 'code', 'quantity', 'speed', 'extras'], 'at least one')
  for (const name of ['card', 'wrap', 'insurance']) await form.getByLabel(name).check()
  t.same(await invalid(), ['name', 'code', 'quantity', 'speed', 'extras'], 'at most two')
  await form.getByLabel('insurance').uncheck()
  t.same(await form.getByLabel('Country').locator('option')
    .allInnerTexts(), ['None', 'Germany', 'France'], 'choices behind a link')

  for (const [label, value] of [
    ['Name', 'Ada'], ['Code', 'XYZ-9'], ['Quantity', '7'], ['Weight', '1.5'], ['Day', '2026-02-28'],
    ['Note', 'two\nlines'], ['Prototype', 'p'], ['Street', '1 Main Street']
  ] as const) {
    await form.getByLabel(label, { exact: false }).first().fill(value)
  }
  t.match(await form.getByRole('group', { name: 'Callback' }).innerText(), /sends no value/)
  await form.getByRole('group', { name: 'Callback' }).getByLabel('id').fill('a b')
  t.match(await form.getByRole('group', { name: 'Callback' }).innerText(), /sends \/hooks\/a%20b/)
  await form.getByLabel('Delivery').selectOption('Express')
  await form.getByLabel('Country').selectOption('Germany')
  const { contentType, received } = await echoed(visited, form)
  t.equal(contentType, 'application/json')
  t.strictSame(received, JSON.parse(`{
    "token": "abc", "name": "Ada", "code": "XYZ-9", "quantity": 7, "weight": 1.5, "priority": 3, "day": "2026-02-28",
    "colour": "#4353c5", "note": "two\\nlines", "number": "4711", "speed": "express", "gift": false, "country": "DE",
    "callback": "/hooks/a%20b", "extras": ["wrap", "card"], "address.street": "1 Main Street", "__proto__": "p"
  }`))
})

t.test('other ways to send', { skip }, async t => {
  const rows: ReadonlyArray<readonly [form: string, fill: (form: Locator) => Promise<void>, expected: object]> = [
    [
      'urlencoded', async form => form.getByLabel('A', { exact: true }).fill('1'),
      { method: 'POST', contentType: 'application/x-www-form-urlencoded', received: 'a=1&b=%C3%A4+%26' }
    ],
    ['multipart', async () => {}, {
      method: 'POST', contentType: /^multipart\/form-data; boundary=/, received: /name="a"\r\n\r\nx/
    }],
    [
      'Change it', async form => form.getByLabel('Body').fill('{"a":1}'),
      { method: 'PATCH', contentType: 'application/merge-patch+json', received: '{"a":1}' }
    ]
  ]
  const visited = await visit(t, buildGallery(), '#/forms')
  const { page } = visited
  for (const [name, fill, expected] of rows) {
    const form = await openForm(page, name)
    await fill(form)
    t.match(await echoed(visited, form), expected, name)
    await page.goBack()
    await arrived(page, '/forms')
  }
  const change = await openForm(page, 'Change it')
  await change.getByLabel('Body').fill('{')
  t.equal(await change.locator('textarea:invalid').count(), 1, 'a body that is no JSON is not sent')

  const find = await openForm(page, 'find')
  await find.getByLabel('q', { exact: false }).fill('x y')
  await page.keyboard.press('Enter')
  await arrived(page, '/search?page=7&q=x+y')
  await page.goBack()
  await arrived(page, '/forms')
  await (await openForm(page, 'look')).getByRole('button').click()
  await arrived(page, '/search?q=action')
  await page.goBack()
  await arrived(page, '/forms')
  const remove = await openForm(page, 'Remove it')
  t.match(await remove.innerText(), /^Are you sure\? This may not be possible to undo\./)
  await remove.getByRole('button').click()
  await outcomeOf(page).getByText('204').waitFor()
  t.equal(await (await openForm(page, 'away')).getByRole('button')
    .count(), 0, 'nothing is sent to another origin')
})

t.test('a form that the server rejects keeps its values', { skip }, async t => {
  const { page } = await visit(t, buildGallery(), '#/forms')
  const form = await openForm(page, 'rejected')
  await form.getByLabel('A', { exact: true }).fill('mine')
  await form.getByRole('button', { name: 'rejected' }).click()
  const alert = form.getByRole('alert')
  t.match(await alert.innerText(), /422[^]*Not like this[^]*The name is taken\./)
  t.equal(await form.getByLabel('A', { exact: true }).inputValue(), 'mine')
  t.equal(await heading(page), '/forms')
  await alert.getByText('Request and response').click()
  t.match(await alert.locator('.request').innerText(), /"a": "mine"/)
})

t.test('choices that cannot be read', { skip }, async t => {
  const visited = await visit(t, buildGallery(), '#/lost')
  const form = await openForm(visited.page, 'choose')
  await form.locator('.field', { hasText: 'Lost' }).getByText('Its choices could not be read.').waitFor()
  await form.locator('.field', { hasText: 'None' }).getByText('There are no choices.').waitFor()
  await form.getByLabel('Lost').fill('typed')
  t.strictSame((await echoed(visited, form)).received, { lost: 'typed' }, 'and an empty one is not sent')
})

t.test('choices keep their JSON type', { skip }, async t => {
  const visited = await visit(t, buildGallery(), '#/typed')
  const { page, faults } = visited
  const form = await openForm(page, 'choose')
  const chooseRooms = async () => {
    for (const room of ['1', '3']) await form.getByLabel(room, { exact: true }).check()
  }
  await chooseRooms()
  for (const [name, id] of [['Seven', 7], ['Eight', '8'], ['Yes', true]] as const) {
    await form.getByLabel('Id', { exact: true }).selectOption(name)
    t.strictSame((await echoed(visited, form)).received, { size: 40, rooms: [1, 3], id })
    await page.goBack()
    await arrived(page, '/typed')
    await openForm(page, 'choose')
    await chooseRooms()
  }
  await form.getByLabel('send a string, not a number').check()
  t.strictSame(
    (await echoed(visited, form)).received, { size: '40', rooms: [1, 3] }, 'strings that only look like numbers'
  )
  await page.goBack()
  await arrived(page, '/typed')
  const text = await openForm(page, 'text')
  t.equal(await text.getByLabel('send a string').count(), 0, 'a form that is no JSON has strings only')
  t.strictSame((await echoed(visited, text)).received, 'size=40')
  t.same(faults, [])
})

t.test('what a slider or a colour shows is what it sends', { skip }, async t => {
  const visited = await visit(t, buildGallery(), '#/sliders')
  const { page, faults } = visited
  const form = await openForm(page, 'slide')
  t.same(await form.locator('output').allInnerTexts(), ['500', '300', '5'])
  await form.getByLabel('Price').focus()
  await page.keyboard.press('ArrowRight')
  t.same(await form.locator('output').allInnerTexts(), ['501', '300', '5'])
  for (const [label, value] of [['Fixed', '700'], ['Unset', '']] as const) {
    t.equal(await form.getByLabel(label).inputValue(), value)
    t.equal(await form.getByLabel(label).isEditable(), false, 'what is read only cannot be moved')
  }
  t.strictSame((await echoed(visited, form)).received, {
    price: 501, over: 300, volume: 5, fixed: 700, tint: '#000000'
  })
  t.same(faults, [])
})

t.test('numbers that JavaScript does not have', { skip }, async t => {
  const { page } = await visit(t, buildGallery(), '#/numbers')
  t.match(
    await page.getByRole('region', { name: 'Properties' }).innerText(),
    /id\s+9007199254740993\s+huge\s+1e400\s+list\s+1\s+12345678901234567890/
  )
  await (await openForm(page, 'save')).getByRole('button').click()
  await page.locator('h1[title="POST /echo"]').waitFor()
  t.match(await page.locator('aside .request').innerText(), /"id": 9007199254740993/)
})

t.test('responses that are not a resource', { skip }, async t => {
  const rows: ReadonlyArray<readonly [path: string, shown: RegExp]> = [
    ['/problem', /409 Conflict[^]*Too late[^]*The order was shipped\.[^]*orderId[^]*\/items\/7/],
    ['/no-such', /404 Not Found[^]*Route GET:\/no-such not found/],
    ['/html', /502[^]*text\/html[^]*<h1>Bad gateway<\/h1>/],
    ['/text', /just a string/],
    ['/nothing', /204[^]*no body/],
    ['/binary', /Binary data of application\/octet-stream/],
    ['/not-json', /Text of application\/json[^]*{"a":/],
    ['/closed', /No response[^]*The request got no response/],
    ['/moved', /"item": true|item\s+true/],
    ['/number', /42/]
  ]
  const { page } = await visit(t, buildGallery())
  for (const [path, shown] of rows) {
    await enterPath(page, path)
    await arrived(page, path)
    t.match(await page.getByRole('main').innerText(), shown, path)
  }
  t.equal(await page.evaluate('window.hacked'), undefined)
})

t.test('the request and the response', { skip }, async t => {
  const { page, faults } = await visit(t, buildGallery())
  const response = page.locator('aside .response')
  t.match(
    await response.innerText(),
    /200 OK\s+\d+ ms · 1\.\d kB[^]*content-type: application\/prs\.hal-forms\+json; charset=utf-8[^]*"name": "Gallery"/
  )
  await page.getByRole('link', { name: '/forms' }).click()
  await arrived(page, '/forms')
  t.match(await response.innerText(), /200 OK\s+\d+ ms · \d\.\d kB[^]*"title": "Forms"/)
  t.match(await page.locator('aside .request').innerText(), /GET\s+\/forms\s+Accept: application\/prs\.hal-forms\+json/)
  t.same(faults, [])
})

t.test('headers and format of requests', { skip }, async t => {
  const visited = await visit(t, buildGallery(), '#/forms')
  const { page, origin, faults } = visited
  await page.getByText('Headers', { exact: true }).click()
  await page.getByRole('button', { name: 'Add a header' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill('no name')
  const panel = page.locator('.menu', { hasText: 'Add a header' })
  t.match(await panel.innerText(), /It is not sent/)
  await page.getByLabel('Name', { exact: true }).first().fill('Authorization')
  await page.getByLabel('Value', { exact: true }).fill('Bearer 1234')
  await page.getByRole('button', { name: 'Add a header' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill('Cookie')
  await page.getByLabel('Value', { exact: true }).last().fill('a=1')
  t.match(await panel.innerText(), /Browsers do not allow pages to set Cookie\. It is not sent\./)
  const form = await openForm(page, 'multipart')
  t.match(await echoed(visited, form), { token: 'Bearer 1234' })

  await page.reload()
  await settled(page)
  t.match(
    await page.locator('aside .request').innerText(), /Authorization: Bearer ••••/, 'kept in the session, and masked'
  )
  await page.locator('aside .request').getByLabel('with secrets').check()
  t.match(await page.locator('aside .request').innerText(), /Authorization: Bearer 1234/)
  t.notMatch(await page.locator('aside .request').innerText(), /Cookie/, 'only what is sent is shown')
  t.equal(page.url(), `${origin}/explorer#/forms`, 'and nowhere in the address')

  const accept = async () => (/Accept: (.*)/.exec(await page.locator('aside .request').innerText()))?.[1]
  for (const [name, type] of [
    ['HAL', 'application/hal+json'], ['JSON', 'application/json'], ['Hyper JSON', 'application/vnd.hyper+json'],
    ['Any', '*/*']
  ] as const) {
    await page.getByLabel('Format').selectOption({ label: name })
    await page.getByText(`Accept: ${type}`).waitFor()
    t.equal(await accept(), type)
  }
  await page.getByLabel('Format').selectOption({ label: 'Other…' })
  await page.getByLabel('Accept header').fill('application/vnd.siren+json')
  await page.keyboard.press('Enter')
  await page.getByText('Accept: application/vnd.siren+json').waitFor()
  t.same(faults, [])
})

t.test('a hash opens nothing of another origin', { skip }, async t => {
  for (const hash of [
    '#//elsewhere.example.com/', '#/.//elsewhere.example.com/x', '#/\\elsewhere.example.com/', '#javascript:alert(1)',
    '#https://elsewhere.example.com/'
  ]) {
    const { page, faults } = await visit(t, buildGallery(), hash)
    t.equal(await heading(page), '/', hash)
    t.same(faults, [], hash)
  }
})
