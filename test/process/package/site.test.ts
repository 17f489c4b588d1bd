import { existsSync } from 'node:fs'
import t from 'tap'
import { readFolder, readPage } from '../../support/markdown.ts'
import { codeOfSite, llmsOfSite } from '../../support/site.ts'

// What the build of the site does not check itself: `npm run docs` fails for dead links between pages.

const { listed } = await codeOfSite()
const names = readFolder('docs').map(({ path }) => path.slice('docs/'.length, -'.md'.length))

t.test('the sidebar lists every page', async t => {
  t.same(names.filter(name => !['README', 'index'].includes(name) && !listed.includes(name)), [])
})

t.test('the sidebar lists pages that exist, once', async t => {
  // Written by others, and shown as soon as it is there.
  const planned = ['nestjs']
  t.same(listed.filter(name => !names.includes(name) && !planned.includes(name)), [])
  t.equal(new Set(listed).size, listed.length)
})

t.test('llms.txt lists every page, with its first sentence', async t => {
  const lines = (await llmsOfSite()).split('\n').filter(line => line.startsWith('- '))
  const pages = lines.map(line => /^- \[.+?\]\(\/([\w-]+)\.md\)(?:: .+\.)?$/.exec(line)?.[1] ?? line)
  t.same(pages, listed.filter(name => names.includes(name)))
})

t.test('links of the home page', async t => {
  const targets = [...readPage('docs/index.md').text.matchAll(/^ +link: \/(\S+)$/gm)].map(([, name]) => name!)
  t.ok(targets.length > 5)
  for (const name of targets) t.ok(existsSync(`docs/${name}.md`), name)
})
