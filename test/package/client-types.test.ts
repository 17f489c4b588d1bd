import { readFileSync } from 'node:fs'
import t from 'tap'
import ts from 'typescript'
import { hyperApi } from '../scaffold/command.ts'
import { COMPILERS, errorsOf, expectedErrors } from '../support/compiler-errors.ts'
import { openFile } from '../support/language-service.ts'

// What users of a generated client see: errors of both compilers, and hovers.

const FOLDER = 'test/package/consumers'
const PROGRAM = `${FOLDER}/client.ts`

const expected = expectedErrors(PROGRAM)

t.test('the generated types of the fixture are what hyper-api client writes', async t => {
  const { stdout, stderr } = await hyperApi(['client', 'test/client/shop.ts'], process.cwd(), ['--import', 'tsx'])
  t.equal(stdout, readFileSync(`${FOLDER}/client-api.ts`, 'utf8'), stderr)
})

for (const [name, compiler] of Object.entries(COMPILERS)) {
  t.test(`the errors of a program, ${name}`, async t => {
    t.ok(expected.length > 10)
    t.same(errorsOf(compiler, `${FOLDER}/client.json`, PROGRAM).map(error => error.split('\n')[0]), expected)
  })
}

t.test('hovers are readable', async t => {
  const { service, name: file, source } = openFile(FOLDER, 'client.json')
  const hover = (before: string, name: string) => {
    const info = service.getQuickInfoAtPosition(file, source.indexOf(before) + before.length - name.length)
    return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, ' ')
  }
  t.equal(hover('const root', 'root'), 'const root: Resource<Root>')
  t.equal(hover('const any', 'any'), 'const any: Resource<Untyped>')
  t.equal(hover('await root.follow', 'follow'), '(method) Resource<Root>.follow<"orders">(relation: "orders"): Promise<Resource<OrderPage>>')
  t.equal(hover("{ tag: 'tea', page", 'page'), '(property) RootSearchVariables.page?: number')
  t.equal(hover('order.data.status', 'status'), '(property) OrderData.status: "open" | "cancelled"')
  t.equal(hover('= await order.act', 'act'),
    '(method) Resource<Order>.act<"cancel">(action: "cancel", input: OrderCancelInput, options?: ActOptions | undefined): Promise<Resource<Order>>')
})
