import t from 'tap'
import { COMPILERS, errorsOf, expectedErrors } from '../support/compiler-errors.ts'
import { openFile } from '../support/language-service.ts'

// What users see for missing, surplus and wrong path values: one line each, which names the value.

const FOLDER = 'test/package/consumers'
const expected = expectedErrors(`${FOLDER}/path-values.ts`)

for (const [name, compile] of Object.entries(COMPILERS)) {
  t.test(`type errors of path values are one line each, ${name}`, async t => {
    t.ok(expected.length > 20)
    t.same(errorsOf(compile, `${FOLDER}/path-values.json`, `${FOLDER}/path-values.ts`), expected)
  })
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
