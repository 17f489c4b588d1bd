import { readFileSync } from 'node:fs'
import t from 'tap'
import ts from 'typescript'
import { hyperApi } from '../../acceptance/scaffold/command.ts'
import { COMPILERS, errorsOf, expectedErrors } from '../../support/compiler-errors.ts'
import { openFile } from '../../support/language-service.ts'

// What users of a generated client see: errors of both compilers, and hovers.

const FOLDER = 'test/process/package/consumers'
const PROGRAM = `${FOLDER}/client.ts`

const expected = expectedErrors(PROGRAM)

const FIXTURES = { 'test/http/client/shop.ts': 'client-api.ts', 'test/http/client/tasks.ts': 'client-tasks-api.ts' }

for (const [app, types] of Object.entries(FIXTURES)) {
  t.test(`the generated types of ${app} are what hyper-api client writes`, async t => {
    const { stdout, stderr } = await hyperApi(['client', app], process.cwd(), ['--import', 'tsx'])
    t.equal(stdout, readFileSync(`${FOLDER}/${types}`, 'utf8'), stderr)
  })
}

for (const [name, compile] of Object.entries(COMPILERS)) {
  t.test(`the errors of a program, ${name}`, async t => {
    t.ok(expected.length > 10)
    t.same(errorsOf(compile, `${FOLDER}/client.json`, PROGRAM).map(error => error.split('\n')[0]), expected)
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
  t.equal(
    hover('await root.follow', 'follow'),
    '(method) Resource<Root>.follow<"orders">(relation: "orders"): Promise<Resource<OrderPage>>'
  )
  t.equal(hover("{ tag: 'tea', page", 'page'), '(property) RootSearchVariables.page?: number')
  t.equal(hover('order.data.status', 'status'), '(property) OrderData.status: "open" | "cancelled"')
  t.equal(hover('= await order.act', 'act'),
    '(method) Resource<Order>.act<"cancel", [{ reason: "late"; }]>(action: "cancel", input: OrderCancelInput, ' +
      'options?: ActOptions | undefined): Promise<Resource<Order>>')
  t.equal(hover('const nothing: null = await order.act', 'act'),
    '(method) Resource<Order>.act<"remove", [{}, { ifMatch: string; }]>(action: "remove", input: NoInput, ' +
      'options: ConditionalActOptions): Promise<null>')
  t.equal(hover('const task = await start.follow', 'follow'),
    '(method) Resource<Root>.follow<"task">(relation: "task", variables: RootTaskVariables, options?: ' +
      'ReadOptions<"owner" | "others"> | undefined): Promise<Resource<Task>>')
  t.equal(hover(
    'const any = await untyped.follow', 'follow'
  ), '(method) Resource<Untyped>.follow<"any">(relation: "any", ' +
    'variables?: TemplateVariables | undefined, options?: ReadOptions<string> | undefined): Promise<Resource<Untyped>>')
  t.equal(
    hover('of list.items', 'items'),
    '(method) Resource<ListTasks>.items(this: Resource<ListTasks>): AsyncGenerator<Resource<Task>, void, undefined>'
  )
  const signatures = (before: string) =>
    service.getSignatureHelpItems(file, source.indexOf(before) + before.length, {})!.items
      .map(({ prefixDisplayParts, parameters }) =>
        [prefixDisplayParts, ...parameters.map(({ displayParts }) => displayParts)].map(ts.displayPartsToString))
  t.same(signatures("const nothing: null = await order.act('remove', "), [
    ['act(', 'action: "remove"', 'input: NoInput', 'options: ConditionalActOptions']
  ])
  t.same(signatures("await root.follow('search', "), [[
    'follow(', 'relation: "search"', 'variables?: RootSearchVariables | undefined'
  ]])
})

t.test('editors complete the names of actions, of inputs and of options', async t => {
  const { service, name: file, source } = openFile(FOLDER, 'client.json')
  const completed = (before: string) =>
    service.getCompletionsAtPosition(file, source.indexOf(before) + before.length, {})?.entries
      .map(entry => entry.name).sort()
  t.same(completed("await order.act('"), ['cancel', 'default', 'remove'])
  t.same(completed("await order.act('cancel', { "), ['notify', 'reason'])
  t.same(completed("await order.act('default', { "), ['tags'])
  t.same(completed("await order.act('remove', {}, { "), ['ifMatch'])
})
