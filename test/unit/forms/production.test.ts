import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'

const ROOT = process.cwd()

// Module hooks run in a thread of their own; they print the URL of each module of lib.
const HOOKS = `
import { writeSync } from 'node:fs'
export async function load (url, context, nextLoad) {
  if (url.includes('/lib/')) writeSync(1, url + '\\n')
  return nextLoad(url, context)
}`

const APP = `
import { register } from 'node:module'
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(HOOKS)}`)})
const { default: Fastify } = await import('fastify')
const { default: hyper, defineLinks, LinkTarget } = await import('./lib/index.ts')
const app = Fastify()
const links = defineLinks('root', links => { links.affordance('create', LinkTarget.route('Create')) })
await app.register(hyper, { links: [links] })
const body = { type: 'object', properties: { note: { type: 'string' } } }
app.post('/', { schema: { body }, config: { hyper: { name: 'Create' } } }, () => '')
await app.ready()
await app.close()
`

/** Returns the modules of lib/forms that an app with a form loads, as paths below lib. */
async function loadedModules (environment: string): Promise<string[]> {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: environment }
  const { stdout } = await promisify(execFile)(
    process.execPath, ['--import', 'tsx', '--input-type=module', '-e', APP], { cwd: ROOT, env }
  )
  return stdout.split('\n').filter(url => url.includes('/lib/forms/')).map(url => url.slice(url.lastIndexOf('/lib/')))
}

t.test('the form check is loaded in development only', async t => {
  const [development, production] = await Promise.all([loadedModules('development'), loadedModules('production')])
  const isCheck = (url: string) => url.startsWith('/lib/forms/check/')
  t.ok(production.length > 0, 'forms are compiled in production')
  t.same(production.filter(isCheck), [])
  t.same(development.filter(isCheck).map(url => url.replace(/\?.*/, '')).sort(), [
    'check-forms', 'sample-inputs'
  ].map(name => `/lib/forms/check/${name}.ts`))
  const others = (urls: readonly string[]) => urls.filter(url => !isCheck(url)).sort()
  t.same(others(development), others(production), 'nothing else depends on the environment')
})
