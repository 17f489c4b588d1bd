import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t, { type Test } from 'tap'
import { hyperApi, run } from './command.ts'

// examples/services without nginx: in a copy that is a part of this package, whose dependencies it has.

const NODE = [process.execPath]

function copyOf (t: Test): string {
  const folder = t.testdir({})
  cpSync('examples/services', folder, { recursive: true, filter: path => !path.endsWith('node_modules') })
  rmSync(join(folder, 'package.json'))
  return folder
}

t.test('the three services as one crawl: every link and action, and no finding', async t => {
  const { status, stdout, stderr } = await run([...NODE, '--import', 'tsx', '--test', 'app.test.ts'], copyOf(t))
  t.equal(status, 0, `${stdout}${stderr}`)
  t.match(stdout, /\d+ states, \d+ requests/)
})

t.test('a rename in billing fails the type check and the diff of orders', async t => {
  const folder = copyOf(t)
  const check = () => run([...NODE, resolve('node_modules/ts7/lib/tsc.js'), '-p', '.', '--pretty', 'false'], folder)
  t.match(await check(), { status: 0, stdout: '' })
  t.match(await hyperApi(['contract', 'orders.ts', '--out', 'contract.json'], folder), { status: 0 })
  const billing = join(folder, 'billing.ts')
  writeFileSync(billing, readFileSync(billing, 'utf8').replace("name: 'PutInvoice'", "name: 'SendInvoice'"))
  const catalog = ['catalog', 'billing.ts', '--package', '@shop/billing', '--out', 'catalogs/billing']
  t.match(await hyperApi(catalog, folder), { status: 0 })
  t.match(await check(), { status: 1, stdout: /^orders\.ts\(\d+,\d+\): error TS2345: .*"PutInvoice"/ })
  t.match(await hyperApi(['diff', 'contract.json', 'orders.ts'], folder), {
    status: 1,
    stdout: "breaking: Order, action 'bill' is removed\n",
    stderr: "no route is named 'billing:PutInvoice'"
  })
})
