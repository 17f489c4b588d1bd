import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { contractOf } from '../../../testing/contract/contract.ts'
import { contractText } from '../../../testing/contract/contract-file.ts'
import { expectContract } from '../../../testing/index.ts'
import { newApp } from '../../support/servers.ts'
import { describeReady } from '../../unit/model/model.ts'
import { build } from '../contract/versions.ts'

t.test('expectContract', async t => {
  const file = join(t.testdir({}), 'contract.json')
  writeFileSync(file, contractText(contractOf([await describeReady(t, await build())])))

  t.test('resolves if nothing changed, whether the app is ready or not', async t => {
    const app = await build()
    t.teardown(() => app.close())
    await expectContract(app, file)
    await expectContract(app, file)
  })

  t.test('rejects with all changes and the command that writes the file', async t => {
    const app = await build({ customer: 'never', orderUrl: '/purchases/:id' })
    t.teardown(() => app.close())
    await t.rejects(expectContract(app, file), {
      name: 'AssertionError',
      message: `The app is not what ${file} describes:
  breaking: Order, relation 'customer' is removed (relation-removed)
  compatible: /orders/:id is /purchases/:id now (url-changed)
If that is intended, write it again: hyper-api contract <app> --out ${file}`
    })
  })

  t.test('rejects without a contract, and without the plugin', async t => {
    const app = await build()
    t.teardown(() => app.close())
    await t.rejects(expectContract(app, 'none.json'), {
      message: 'none.json cannot be read: ENOENT. Write it: hyper-api contract <app> --out none.json'
    })
    const bare = newApp(t)
    await t.rejects(expectContract(bare, file), { message: /does not have fastify-hyper/ })
  })
})
