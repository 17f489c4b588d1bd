import t from 'tap'
import ts from 'typescript'
import { COMPILERS, errorsOf, expectedErrors } from '../support/compiler-errors.ts'

// What users see for missing, surplus and wrong path values: one line each, which names the value.

const FOLDER = 'test/package/consumers'
const expected = expectedErrors(`${FOLDER}/path-values.ts`)

for (const [name, compiler] of Object.entries(COMPILERS)) {
  t.test(`type errors of path values are one line each, ${name}`, async t => {
    t.ok(expected.length > 20)
    t.same(errorsOf(compiler, `${FOLDER}/path-values.json`, `${FOLDER}/path-values.ts`), expected)
  })
}

t.test('editors complete the names of path values', async t => {
  const { config } = ts.readConfigFile(`${FOLDER}/path-values.json`, ts.sys.readFile) as { config: object }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, FOLDER)
  const service = ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: file => ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(file)!) : undefined,
    getCurrentDirectory: () => process.cwd(),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile
  })
  const source = ts.sys.readFile(fileNames[0]!)!
  const completed = (before: string) => {
    const completions = service.getCompletionsAtPosition(fileNames[0]!, source.indexOf(before) + before.length, {})
    return completions?.entries.map(entry => entry.name).sort()
  }
  t.same(completed('Routes.One({'), ['id'])
  t.same(completed('Routes.Line({ id: 1'), ['id', 'line'])
  t.same(completed("LinkTarget.route('One', {"), ['id'])
  t.same(completed('Routes.One(() => ({'), ['id'])
  t.same(completed('Routes.Line(({ id }) => ({ id'), ['id', 'line'])
})
