import t from 'tap'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { hyperApp, type LogLine, logTo } from '../../support/servers.ts'

t.test('the fields of an action are derived when a response shows them first', async t => {
  const links = defineLinks('root', links => { links.affordance('create', LinkTarget.route('Create')) })
  const log: LogLine[] = []
  const app = await hyperApp(t, { links: [links] }, logTo(log))
  const body = { type: 'object' }
  let isRead = false
  Object.defineProperty(body, 'properties', {
    enumerable: true,
    get: () => {
      isRead = true
      return { note: { type: 'string' } }
    }
  })
  app.get('/', { config: { hyper: { links } } }, () => ({}))
  app.post('/', {
    schema: { body }, validatorCompiler: () => () => true, config: { hyper: { name: 'Create' } }
  }, () => '')
  const show = async (accept: string) => (await app.inject({ url: '/', headers: { accept } })).json() as unknown
  await app.ready()
  isRead = false
  t.match(await show('application/json'), { _actions: { create: { method: 'POST' } } })
  t.equal(isRead, false)
  const template = { method: 'POST', properties: [{ name: 'note', type: 'text' }] }
  t.match(await show('application/prs.hal-forms+json'), { _templates: { create: template } })
  t.equal(isRead, true)
  t.same(log, [])
})
