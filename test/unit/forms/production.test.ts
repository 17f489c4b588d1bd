import { execFile } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { hyperApp, type LogLine, logTo } from '../../support/servers.ts'

// What forms do in development, and not in production.

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
  const isCheck = (url: string) => /check-forms|sample-inputs/.test(url)
  t.ok(production.length > 0, 'forms are compiled in production')
  t.same(production.filter(isCheck), [])
  t.same(development.filter(isCheck).map(url => url.replace(/\?.*/, '')).sort(), [
    '/lib/forms/check-forms.ts', '/lib/forms/input/sample-inputs.ts'
  ])
  const others = (urls: readonly string[]) => urls.filter(url => !isCheck(url)).sort()
  t.same(others(development), others(production), 'nothing else depends on the environment')
})

function setEnvironment (environment: string | undefined): void {
  if (environment === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = environment
}

const before = process.env['NODE_ENV']
t.afterEach(() => { setEnvironment(before) })

const links = defineLinks('root', links => { links.affordance('create', LinkTarget.route('Create')) })

/** An app with a form, and its log. */
async function appWithForm (t: Test, body: object) {
  const log: LogLine[] = []
  const app = await hyperApp(t, { links: [links] }, logTo(log))
  app.get('/', { config: { hyper: { links } } }, () => ({}))
  app.post('/', { schema: { body }, config: { hyper: { name: 'Create' } } }, () => '')
  const logged = (code: string) => log.filter(line => line.code === code).length
  return { app, log, logged }
}

t.test('forms are checked in development, and for hyper-api check', async t => {
  const findings = channel('fastify-hyper.finding')
  const subscriber = () => {}
  const rejected = {
    type: 'object', properties: { a: { type: 'array', items: { enum: ['x'] }, minItems: 2 } }, required: ['a']
  }
  for (const [environment, isSubscribed, times] of [
    [undefined, false, 1], ['test', false, 1], ['production', false, 0], ['production', true, 1]
  ] as const) {
    setEnvironment(environment)
    const { app, logged } = await appWithForm(t, rejected)
    if (isSubscribed) findings.subscribe(subscriber)
    await app.ready()
    findings.unsubscribe(subscriber)
    t.equal(logged('HYPER010'), times, `${environment ?? 'nothing'}, ${isSubscribed ? 'asked' : 'not subscribed'}`)
  }
})

t.test('in production, the fields of an action are derived when a response shows them first', async t => {
  setEnvironment('production')
  const { app, log, logged } = await appWithForm(t, {
    type: 'object',
    properties: { note: { type: 'string' }, number: { type: 'string', readOnly: true } },
    required: ['number']
  })
  const show = async (accept: string) => (await app.inject({ url: '/', headers: { accept } })).json() as unknown
  t.match(await show('application/json'), { _actions: { create: { method: 'POST' } } })
  t.same(log, [])
  const template = { method: 'POST', properties: [{ name: 'note', type: 'text' }] }
  t.match(await show('application/prs.hal-forms+json'), { _templates: { create: template } })
  t.equal(logged('HYPER014'), 1)
})
