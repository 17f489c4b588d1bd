import t from 'tap'
import { actionRecords, type CompiledAction, type Projector } from '../../lib/compile/projector.ts'
import type { Session } from '../../lib/compile/session.ts'
import { halFormsFormat } from '../../lib/formats/hal-forms.ts'

// Fields are not derived from schemas yet: what is written of them is shown on an action that has one.
const fields = [{ name: 'quantity', type: 'number', min: 1 }]
const action = {
  name: 'create',
  key: '"create":',
  curie: -1,
  templateKey: '"create":',
  templateCurie: -1,
  method: 'POST',
  title: null,
  contentType: 'application/json',
  deprecation: null,
  fields,
  details: ',"contentType":"application/json"'
} as unknown as CompiledAction
const projector: Projector = { subject: 'order', parts: [], relations: [], embeds: [], embedsAt: 0, actions: [action], actionsAt: 0, curies: [], serialize: null }

t.test('the fields of an action are the properties of its template', async t => {
  const format = halFormsFormat('application/prs.hal-forms+json')
  const rows: Record<string, unknown> = {
    'a fixed target': '/orders',
    'a target of the resource': { ...action, href: '/orders' }
  }
  for (const [name, slot] of Object.entries(rows)) {
    const text = format.write({ projector, slots: [slot], body: '{}', items: null }, {} as Session)
    t.same(JSON.parse(text), { _templates: { create: { method: 'POST', target: '/orders', contentType: 'application/json', properties: fields } } }, name)
    t.same(actionRecords(projector, [slot]), [{ name: 'create', href: '/orders', method: 'POST', contentType: 'application/json', fields }], name)
  }
})
