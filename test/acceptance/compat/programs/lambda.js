// Events of API Gateway through the handler of @fastify/aws-lambda. Writes its checks as smoke.js does.
import assert from 'node:assert/strict'
import awsLambdaFastify from '@fastify/aws-lambda'
import { buildApp } from './app.js'

// As API Gateway sends a request of its payload format 2.0; the stage is `prod`, the host is its own.
const event2 = (path, { method = 'GET', query = '', headers = {}, body = '' } = {}) => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: path,
  rawQueryString: query,
  queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
  headers: { host: 'abc.execute-api.eu-central-1.amazonaws.com', 'x-forwarded-proto': 'https', ...headers },
  requestContext: { http: { method, path, sourceIp: '203.0.113.7' }, stage: '$default' },
  body,
  isBase64Encoded: false
})

// The format 1.0, which also that of load balancers resembles.
const event1 = (path, headers = {}) => ({
  httpMethod: 'GET',
  path,
  headers: { Host: 'orders.example', ...headers },
  multiValueHeaders: {},
  queryStringParameters: null,
  requestContext: {},
  body: null,
  isBase64Encoded: false
})

const ORIGIN = 'https://abc.execute-api.eu-central-1.amazonaws.com'

// The gateway ends TLS. It routes by Host, so this header can be trusted; X-Forwarded-Host is what the client sent.
const app = await buildApp({}, { baseUrl: request => `https://${request.headers.host}` })
const handler = awsLambdaFastify(app)

const checks = {
  async 'links have the origin of the gateway' () {
    const { statusCode, body, headers } =
      await handler(event2('/orders/2', { headers: { accept: 'application/hal+json' } }), {})
    assert.deepEqual([
      statusCode, headers['content-type'], JSON.parse(body)._links.self.href
    ], [200, 'application/hal+json; charset=utf-8', `${ORIGIN}/orders/2`])
  },
  async 'queries, conditional requests and bodies' () {
    const page = JSON.parse((await handler(event2('/orders', { query: 'page=2&pageSize=1' }), {})).body)
    assert.equal(page._links.next.href, `${ORIGIN}/orders?page=3&pageSize=1`)
    const { headers: { etag } } = await handler(event2('/orders/2'), {})
    const again = await handler(event2('/orders/2', { headers: { 'if-none-match': etag } }), {})
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    const changed = await handler(event2('/orders/2', {
      method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"note":"by lambda"}'
    }), {})
    assert.equal(JSON.parse(changed.body).note, 'by lambda')
  },
  async 'guards and pages' () {
    assert.equal((await handler(event2('/orders/1/cancel', { method: 'POST' }), {})).statusCode, 403)
    assert.match((await handler(event2('/orders/2', { headers: { accept: 'text/html' } }), {})).body, /<form/)
  },
  async 'payload format 1.0' () {
    assert.equal(
      JSON.parse((await handler(event1('/orders/2'), {})).body)._links.self.href, 'https://orders.example/orders/2'
    )
  }
}

const results = {}
for (const [name, check] of Object.entries(checks)) {
  results[name] = await check().then(() => null, error => String(error.stack))
}
await app.close()
console.log(JSON.stringify(results))
