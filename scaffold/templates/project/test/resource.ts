import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import { type Hypermedia, hypermedia } from 'fastify-hyper/testing'
import { signIn, start } from './start.ts'

/** Reads resources and performs their actions, as a clerk unless other headers are given. */
export async function session (t: TestContext) {
  const app = await start(t)
  const clerk = await signIn(app)
  const read = async (url: string, headers: Headers = clerk) => hypermedia(await app.inject({ url, headers }))
  const act = (resource: Hypermedia, name: string, payload?: object, headers?: Headers) => {
    const { href: url, method } = resource.action(name)
    return app.inject({ url, method: method as 'POST', headers: { ...clerk, ...headers }, ...payload && { payload } })
  }
  return { app, read, act }
}

type Headers = InjectOptions['headers']

/**
 * Tests what the resources of a relation of the entry point have in common. Three are examples.
 * @param create the action of the entry point, and what it writes
 * @param search a text that only the second example contains
 * @param action what changes the state of the first example
 */
export function testResource (relation: string, create: string, input: object, search: string, action?: string): void {
  test(`${relation}: a page, and a search`, async t => {
    const { read } = await session(t)
    const ids = async (url: string) => (await read(url)).items().map(({ data }) => data['id'])
    const { href } = (await read('/')).link(relation)
    assert.deepEqual(await ids(href), [1, 2, 3])
    assert.deepEqual(await ids(`${href}?q=${encodeURIComponent(search)}`), [2])
    assert.deepEqual(await ids(`${href}?q=%25`), [], 'no character has a meaning of its own')
    assert.deepEqual(await ids((await read(`${href}?pageSize=1`)).link('next').href), [2])
    const page = await read(href, {})
    for (const one of [page, ...page.items()]) assert.deepEqual(one.snapshot().actions, {}, 'without a token')
  })

  test(`${relation}: one is created, changed with the tag that was read, and deleted`, async t => {
    const { app, read, act } = await session(t)
    const response = await act(await read('/'), create, input)
    const href = String(response.headers.location)
    const created = await read(href)
    assert.deepEqual([response.statusCode, created.data], [201, { ...created.data, ...input, id: 4 }])
    const { etag } = (await app.inject(href)).headers
    const change = async (headers?: Headers) => (await act(created, 'edit', input, headers)).statusCode
    assert.equal(await change(), 428)
    assert.equal(await change({ 'if-match': etag }), 200)
    assert.equal(await change({ 'if-match': etag }), 412, 'it is the tag of an older version')
    if (!created.can('delete')) return
    assert.equal((await act(created, 'delete')).statusCode, 204)
    assert.equal((await act(created, 'delete')).statusCode, 404)
  })

  if (action === undefined) return
  test(`${relation}: ${action}, once`, async t => {
    const { read, act } = await session(t)
    const { href } = (await read((await read('/')).link(relation).href)).items()[0]!.link('self')
    const one = await read(href)
    const responses = await Promise.all([act(one, action), act(one, action)])
    assert.deepEqual(responses.map(({ statusCode }) => statusCode).sort(), [200, 409])
    assert.equal((await read(href)).can(action), false)
  })
}
