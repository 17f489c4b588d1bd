import { execFile } from 'node:child_process'
import { join } from 'node:path/posix'
import { promisify } from 'node:util'
import t from 'tap'
import { compared, requestOf } from '../../support/doc-requests.ts'
import { removeModules, run } from '../../support/doc-run.ts'
import { examplesOf } from '../../support/doc-steps.ts'
import { readFolder } from '../../support/markdown.ts'

// The examples of pages are run, their requests are sent, and the responses that pages show are compared with
// those that are sent.

// Pages whose examples are only type-checked. This list can only become shorter.
const NOT_RUN: Readonly<Record<string, string>> = {
  'docs/nestjs.md': 'its blocks are parts of an app; test/http/nest and examples/nest run such apps'
}

const pages = readFolder('docs').filter(({ blocks }) => blocks.some(({ language }) => language === 'ts'))

t.teardown(removeModules)

/** Runs a test file that a page shows, with its own test runner. */
async function runTests (file: string): Promise<void> {
  // Not as a part of the test that runs here.
  const { NODE_TEST_CONTEXT, ...env } = process.env
  await promisify(execFile)(process.execPath, ['--test', file], { env })
}

// Every example with its own app is requested for these, in these formats.
const URLS = ['/orders/42', '/customers/7', '/orders']
const ACCEPT = ['*/*', 'application/prs.hal-forms+json']

for (const page of pages.filter(({ path }) => !(path in NOT_RUN))) {
  t.test(page.path, async t => {
    for (const example of examplesOf(page)) {
      const { line, directive, exchanges } = example
      if (directive.startsWith('not run: ')) continue
      await t.test(`line ${line}`, async t => {
        const [, failure] = /^fails (\S+)/.exec(directive) ?? []
        if (failure !== undefined) return t.rejects(run(example), { code: failure })
        const { app, codes, folder } = await run(example)
        t.teardown(() => app.close())
        for (const { line, request, shown } of exchanges) {
          const response = await app.inject(requestOf(request))
          if (shown === null) {
            t.ok(response.statusCode < 500, `line ${line}: ${response.statusCode} ${response.body}`)
            continue
          }
          const result = compared(response, shown)
          t.same(result.sent, result.shown, `line ${line}`)
        }
        for (const url of exchanges.length > 0 || directive.startsWith('not sent: ') ? [] : URLS) {
          for (const accept of ACCEPT) {
            const response = await app.inject({ url, headers: { accept } })
            t.ok(response.statusCode < 500, `${url}: ${response.statusCode} ${response.body}`)
          }
        }
        for (const name of example.files.keys()) {
          if (name.endsWith('.test.ts')) await t.resolves(runTests(join(folder, name.replace(/ts$/, 'js'))), name)
        }
        const expected = /^logs (.*)$/.exec(directive)?.[1]?.split(', ') ?? []
        t.same([...codes], expected, 'notices')
      })
    }
  })
}

t.test('pages that are not run exist, and have examples', async t => {
  for (const path of Object.keys(NOT_RUN)) t.ok(pages.some(page => page.path === path), path)
})
