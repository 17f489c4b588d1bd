import t from 'tap'
import { LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

t.test('a relation may have more links than a call has arguments', async t => {
  const target = LinkTarget.uri('/1')
  const { get } = await project(
    t, links => { links.linkMany('item', () => Array.from({ length: 130_000 }, () => target)) }, { id: 1 }
  )
  const { status, text } = await get()
  t.strictSame([status, text.match(/\{"href":"\/1"\}/g)?.length], [200, 130_000])
})
