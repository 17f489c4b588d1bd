import t from 'tap'
import { agentAt } from './agent.ts'
import { type ApiDeclaration, buildApi } from './apis/api.ts'
import { office } from './apis/office.ts'
import { shop } from './apis/shop.ts'
import { tracker } from './apis/tracker.ts'

// Questions, and what is the first in the answer.

const QUESTIONS: ReadonlyArray<readonly [ApiDeclaration, Readonly<Record<string, string>>]> = [
  [shop, {
    '': 'Order edit',
    'cancel pending order': 'Order cancel',
    'CANCELLED orders': 'Order cancel',
    'change the address': 'Order edit',
    'sell product longer': 'Product retire'
  }],
  [tracker, {
    'close open bug': 'Issue close',
    'open it again': 'Issue reopen',
    'start next sprint': 'Sprint start',
    'create comment text': 'Root create-comment',
    'change email member': 'Member edit'
  }],
  [office, {
    'approve waiting expense': 'Expense approve',
    'hand over parcel': 'Parcel collect',
    'create booking room': 'Root create-booking',
    'pay this invoice': 'Invoice pay',
    'visitor has left': 'Visitor leave'
  }]
]

for (const [api, questions] of QUESTIONS) {
  t.test(`${api.title}: an answer has at most 2,000 characters, and the best match first`, async t => {
    const { app } = await buildApi(api)
    const { call } = await agentAt(t, app)
    for (const [query, first] of Object.entries(questions)) {
      const { content, text } = await call('find', { query })
      const { types: [best] } = content
      t.equal(`${best.type} ${best.actions?.[0]?.action}`, first, query)
      t.ok(text.length <= 2000, query)
    }
    const { types, omitted = 0 } = (await call('find')).content
    t.equal(omitted > 0, api !== shop, 'an answer counts what it omits')
    t.ok(types.length >= Math.min(5, api.kinds.length), 'without words it names the types')
    t.strictSame((await call('find', { query: 'nothing like it' })).content, { entryPoint: '/', types: [] })
  })
}
