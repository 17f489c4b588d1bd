import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { hyperApi } from '../../acceptance/scaffold/command.ts'
import { examplesOf } from '../../support/doc-steps.ts'
import { type Page, readPage } from '../../support/markdown.ts'

// The commands of hyper-api on pages that build an app, with the app as it is at their end. docs-run.test.ts sends the
// requests and runs the tests.

const commandsOf = ({ text }: Page) =>
  [...text.matchAll(/npx fastify-hyper ([^`\n]+)/g)].map(([, line]) => line!.split(' '))

/** Writes the files of a page. They are inside the repository, so that the names of the packages resolve. */
async function write (t: Test, page: Page): Promise<string> {
  const folder = `${process.cwd()}/build/tutorial-${process.pid}`
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  for (const [name, source] of examplesOf(page).at(-1)!.files) await writeFile(join(folder, name), source)
  return folder
}

for (const path of ['docs/first-pull-request.md', 'docs/second-pull-request.md']) {
  t.test(`${path}: the check prints what the page shows`, async t => {
    const page = readPage(path)
    const [command] = commandsOf(page)
    const [shown] = page.blocks.filter(({ language }) => language === 'text')
    t.match(await hyperApi(command!, await write(t, page)), { status: 0, stdout: shown!.code, stderr: '' })
  })
}

t.test('docs/cli.md: the check and the map print what the page shows', async t => {
  const page = readPage('docs/cli.md')
  const folder = await write(t, page)
  const shown = (language: string) => page.blocks.find(block => block.language === language)!.code
  t.match(await hyperApi(['check', 'app.ts', '--crawl'], folder), { status: 1, stdout: shown('text'), stderr: '' })
  t.match(await hyperApi(['map', 'app.ts'], folder), { status: 0, stdout: shown('mermaid') })
})

t.test('each command of the tutorial succeeds, and writes what the page shows', async t => {
  const page = readPage('docs/tutorial.md')
  const commands = commandsOf(page)
  const folder = await write(t, page)
  t.same(commands.map(([name]) => name), ['client', 'check'])
  for (const command of commands) t.match(await hyperApi(command, folder), { status: 0, stderr: '' }, command.join(' '))
  const [shown] = page.blocks.filter(({ language }) => language === 'typescript')
  t.ok((await readFile(join(folder, 'api.ts'), 'utf8')).includes(shown!.code), 'the types of the page')
})
