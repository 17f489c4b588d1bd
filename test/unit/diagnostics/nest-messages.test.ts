import t from 'tap'
import { messageOf } from '../../../lib/faults.ts'

t.test('what is reported of apps of Nest only names the remedy', async t => {
  t.match(messageOf('HYPER025', []), /Use HyperSerializerInterceptor in its place\.$/)
  t.match(messageOf('FST_ERR_HYPER_NO_MODULE', ['@HyperLinks']), /imports: \[HyperModule\.forRoot\(\{ … \}\)\]\.$/)
})
