import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { metrics } from '@opentelemetry/api'
import t from 'tap'
import { UnresolvedLinks } from '../../../lib/diagnostics/unresolved-links.ts'
import { isInstalled } from '../../../lib/optional-package.ts'

const LIB = pathToFileURL(join(process.cwd(), 'lib/index.ts')).href

/** A meter provider that collects what is counted. */
function provider () {
  const counted: unknown[] = []
  const counter = { add: (count: number, attributes: object) => { counted.push([count, attributes]) } }
  return { counted, getMeter: () => ({ createCounter: () => counter }) }
}

t.test('each unresolved link is counted', async t => {
  const [first, second] = [provider(), provider()]
  t.teardown(() => { metrics.disable() })
  const links = new UnresolvedLinks()
  for (const current of [first, second]) {
    metrics.disable()
    metrics.setGlobalMeterProvider(current as never)
    links.add('order', 'next')
  }
  const counted = [[1, { resource_type: 'order', relation: 'next' }]]
  t.same(first.counted, counted)
  t.same(second.counted, counted, 'by the provider of the moment')
})

// An app with an unresolved link, in a process that cannot find @opentelemetry/api.
const WITHOUT = `
import Module from 'node:module'
const resolve = Module._resolveFilename
const missing = []
Module._resolveFilename = function (name, ...rest) {
  if (name !== '@opentelemetry/api') return resolve.call(this, name, ...rest)
  missing.push(name)
  throw Object.assign(new Error(FAULT.message), { code: FAULT.code })
}
const { default: hyper, defineLinks, LinkTarget } = await import('${LIB}')
const { default: Fastify } = await import('fastify')
const app = Fastify()
const links = defineLinks(links => { links.link('up', () => LinkTarget.route('Gone')) })
try {
  await app.register(hyper)
  app.get('/', { config: { hyper: { links } } }, async () => ({ id: 1 }))
  const { statusCode, body } = await app.inject('/')
  console.log(JSON.stringify({ statusCode, body, missing }))
} catch (error) {
  console.log(JSON.stringify({ thrown: error.message }))
}
`

async function without (code: string): Promise<unknown> {
  const script = WITHOUT.replace('FAULT.message', `'${code}'`).replace('FAULT.code', `'${code}'`)
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import', 'tsx', '--input-type=module', '-e', script
  ], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' }
  })
  return JSON.parse(stdout)
}

t.test('without @opentelemetry/api nothing is counted, and links are omitted as before', async t => {
  t.same(await without('MODULE_NOT_FOUND'), { statusCode: 200, body: '{"id":1}', missing: ['@opentelemetry/api'] })
})

t.test('another fault of the package stops the start', async t => {
  t.same(await without('ERR_PACKAGE_PATH_NOT_EXPORTED'), { thrown: 'ERR_PACKAGE_PATH_NOT_EXPORTED' })
})

t.test('whether a package is installed', async t => {
  t.ok(isInstalled('fastify'))
  t.notOk(isInstalled('no-such-package'))
  t.throws(
    () => isInstalled('zod/no-such-path'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' }, 'any other fault is thrown'
  )
  const denied = () => { throw Object.assign(new Error('restricted'), { code: 'ERR_ACCESS_DENIED' }) }
  t.notOk(isInstalled('fastify', denied), 'one that the permission model does not allow the process to read')
})
