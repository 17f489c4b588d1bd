import t from 'tap'
import { apiText } from '../../../scaffold/client/api-text.ts'
import { EXPECTED, NAMES, servedApp } from '../../http/links/query-spellings.ts'
import { describeReady } from '../../unit/model/model.ts'

t.test('a typed client names the parameters of a query, however its schema declares them', async t => {
  const { types } = await describeReady(t, await servedApp(t))
  const client = await apiText({ types, start: null })
  for (const name of NAMES) {
    const type = `Root${name[0]!.toUpperCase()}${name.slice(1)}SearchVariables`
    const body = new RegExp(`interface ${type} \\{([^]*?)\\n\\}`).exec(client)?.[1] ?? ''
    t.strictSame(Array.from(body.matchAll(/^ {2}(\w+)\??:/gm), ([, variable]) => variable!).sort(), EXPECTED, name)
  }
})
