import t from 'tap'
import { crowd } from './crowd.ts'
import { scaled } from './scale.ts'
import { createTenants } from './tenants.app.ts'

// 200 users, 64 requests in flight, guards, policies, batches and links that wait, in every format: no response has a
// link, an action, a row or a tag of another user.

t.test('mixed users: no response contains what belongs to another user', async t => {
  const app = await createTenants()
  t.teardown(() => app.close())
  const requests = scaled(100_000)
  const { flaws, tags, notModified, statuses } = await crowd(requests, async ({ method, url, headers, body }) => {
    const response = await app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) })
    return { status: response.statusCode, headers: response.headers, body: response.payload }
  })
  t.same(flaws.slice(0, 5), [], `${requests} requests`)
  t.ok(tags > 0 && notModified > 0, `${tags} entity tags; responses ${JSON.stringify(statuses)}`)
})
