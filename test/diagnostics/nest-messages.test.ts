import t from 'tap'
import { messages } from '../../lib/messages.ts'

t.test('what is reported of apps of Nest only names the remedy', async t => {
  t.match(messages.HYPER025.message(), /Use HyperSerializerInterceptor in its place\.$/)
  t.match(messages.FST_ERR_HYPER_NO_MODULE.message(), /imports: \[HyperModule\.forRoot\(\{ … \}\)\]\.$/)
})
