import Module from 'node:module'
import t, { type Test } from 'tap'
import { errorCodes, noticeCodes } from '../../../lib/index.ts'
import { messagesOf } from '../../support/doc-codes.ts'
import { removeModules } from '../../support/doc-run.ts'
import { readFolder, section } from '../../support/markdown.ts'

// Each notice and each error has a page, whose example causes the message that it shows.

const pages = readFolder('docs/codes')
const codeOf = (path: string) => path.slice('docs/codes/'.length, -'.md'.length)

t.teardown(removeModules)

t.test('each code has a page, and no page is surplus', async t => {
  t.same(pages.map(({ path }) => codeOf(path)).sort(), [...Object.keys(noticeCodes), ...Object.keys(errorCodes)].sort())
})

// The package that the app of an example has not installed.
const MISSING: Readonly<Record<string, string>> = { FST_ERR_HYPER_SDK_MISSING: '@modelcontextprotocol/server' }

/** Has Node.js not find a package. */
function hide (t: Test, missing: string): void {
  const loader = Module as unknown as { _resolveFilename: (name: string, ...rest: unknown[]) => string }
  t.intercept(loader, '_resolveFilename', {
    value (this: unknown, name: string, ...rest: unknown[]) {
      if (name === missing) throw Object.assign(new Error(name), { code: 'MODULE_NOT_FOUND' })
      return resolve.call(this, name, ...rest)
    }
  })
}

const { _resolveFilename: resolve } =
  Module as unknown as { _resolveFilename: (name: string, ...rest: unknown[]) => string }

for (const page of pages) {
  const code = codeOf(page.path)
  t.test(code, async t => {
    const kind = code in noticeCodes ? `Notice: ${noticeCodes[code as 'HYPER001']}.` : 'Error'
    t.ok(page.text.startsWith(`# ${code}\n\n${kind}`), 'title and kind')
    for (const heading of ['## Cause', '## Example', '## Remedy']) {
      t.ok(section(page.text, heading).length > heading.length + 20, heading)
    }
    const shown = page.blocks.find(({ language }) => language === 'text')?.code.trim()
    if (code in MISSING) hide(t, MISSING[code]!)
    t.equal((await messagesOf(page, code))[0], shown, 'the message')
  })
}
