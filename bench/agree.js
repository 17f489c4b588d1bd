// Before anything is timed: variants that should write the same bytes do, and the others have the same links.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { cases } from './cases.js'
import { BASE, createStore, HOST, pathOf } from './orders.js'
import { serve } from './serve.js'
import { linked, linkedPage } from './variants/by-hand.js'

/**
 * Requests every case once over HTTP and compares the bytes of the responses.
 * @param {{ name: string, size: number }[]} entries
 * @throws where two responses differ that should not
 */
export async function checkAgreement (entries) {
  const first = new Map()
  for (const { name, size } of entries) {
    const { alike, linked, fields } = cases[name]
    const body = await bodyOf(name, size)
    const json = body.toString()
    if (linked) {
      assert.deepEqual(
        hrefsIn(json), expectedHrefs(size, cases[name]), `${name} has other links than the fixture, ${size} orders`
      )
    }
    if (fields !== undefined) checkForms(name, [JSON.parse(json)].flat(), fields)
    if (alike === undefined) continue
    const group = `${alike} ${size}`
    if (!first.has(group)) first.set(group, { name, body })
    const { name: other, body: expected } = first.get(group)
    if (!body.equals(expected)) {
      assert.fail(`${name} and ${other} differ, ${size} orders:\n${differenceOf(body, expected)}`)
    }
  }
}

async function bodyOf (name, size) {
  const { variant, fixture, accept } = cases[name]
  const server = await serve(variant, size, fixture)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await get(server.address().port, pathOf(size, fixture), accept)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function get (port, path, accept) {
  const headers = accept === undefined ? { host: HOST } : { host: HOST, accept }
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  const body = Buffer.concat(await response.toArray())
  assert.equal(response.statusCode, 200, body.toString())
  return body
}

// Wherever a format puts them: every string that is a URL of the fixture.
function hrefsIn (json) {
  const hrefs = []
  JSON.parse(json, (_key, value) => {
    if (typeof value === 'string' && value.startsWith(BASE)) hrefs.push(value)
    return value
  })
  return hrefs.sort()
}

function expectedHrefs (size, { fixture = {} }) {
  const store = createStore(size, fixture)
  const orders = store.all.map(order => linked(order, BASE))
  return hrefsIn(JSON.stringify(fixture.page ? linkedPage(store, orders, BASE) : orders))
}

function checkForms (name, orders, fields) {
  for (const { status, _templates } of orders) {
    if (status !== 'Pending') continue
    assert.deepEqual(_templates.cancel.properties?.map(property => property.name), fields, `${name} has another form`)
  }
}

function differenceOf (one, other) {
  let at = 0
  while (one[at] === other[at]) at++
  const near = body => `  byte ${at}: …${body.subarray(Math.max(0, at - 80), at + 80)}…`
  return `${near(one)}\n${near(other)}`
}
