import t from 'tap'
import { COMPILERS, errorsOf, expectedErrors } from '../../support/compiler-errors.ts'
import { openFile } from '../../support/language-service.ts'

// What users see for missing, surplus and wrong path values: one line each, which names the value. Errors of other
// options begin so.

const FOLDER = 'test/process/package/consumers'
const expected = expectedErrors(`${FOLDER}/path-values.ts`)

for (const [name, compile] of Object.entries(COMPILERS)) {
  t.test(`type errors of path values are one line each, ${name}`, async t => {
    t.ok(expected.length > 20)
    t.same(errorsOf(compile, `${FOLDER}/path-values.json`, `${FOLDER}/path-values.ts`), expected)
  })
}

const BEGINNINGS = {
  options: 'type errors of route options begin with one line that names the types',
  inputs: 'type errors of the names of fields begin with one line that has the name'
}

for (const [program, title] of Object.entries(BEGINNINGS)) {
  for (const [name, compile] of Object.entries(COMPILERS)) {
    t.test(`${title}, ${name}`, async t => {
      const file = `${FOLDER}/${program}.ts`
      const expected = expectedErrors(file)
      const errors = errorsOf(compile, `${FOLDER}/${program}.json`, file)
      t.ok(expected.length > 2)
      t.same(errors.map((error, index) => error.split('\n')[0]!.slice(0, expected[index]?.length)), expected)
    })
  }
}

t.test('editors complete the names of path values', async t => {
  const { service, name: file, source } = openFile(FOLDER, 'path-values.json')
  const completed = (before: string) => {
    const completions = service.getCompletionsAtPosition(file, source.indexOf(before) + before.length, {})
    return completions?.entries.map(entry => entry.name).sort()
  }
  t.same(completed('Routes.One({'), ['id'])
  t.same(completed('Routes.Line({ id: 1'), ['id', 'line'])
  t.same(completed("LinkTarget.route('One', {"), ['id'])
  t.same(completed('Routes.One(() => ({'), ['id'])
  t.same(completed('Routes.Line(({ id }) => ({ id'), ['id', 'line'])
})

t.test('editors complete the names of fields', async t => {
  const { service, name: file, source } = openFile(FOLDER, 'inputs.json')
  const completed = (before: string) =>
    service.getCompletionsAtPosition(file, source.indexOf(before) + before.length, {})?.entries
      .map(entry => entry.name).sort()
  const names = ['"address.city"', 'address', 'quantity']
  t.same(completed('.accepts(constant).fields({ quani'), names)
  t.same(completed('.accepts(constant).prefill(customer => ({ '), names)
})
