import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'

// A room whose tests no suite runs would be tested by nobody.

const foldersWith = (ending: string) => readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith(ending) && !file.includes('node_modules'))
  .map(file => file.slice(0, file.lastIndexOf('/')))

const suites = readdirSync('test/suites', { recursive: true, encoding: 'utf8' })
  // Its room is in another suite, too.
  .filter(file => file.endsWith('.ts') && file !== 'apart/openapi.ts').map(file => `test/suites/${file}`)
const sources = [...suites, 'test/acceptance/scaffold/all.ts', 'test/http/nest/suite.ts']
  .map(file => readFileSync(file, 'utf8'))
const foldersRunBy = (runner: string) => sources.filter(source => source.includes(`await ${runner}(`))
  .flatMap(source => [...source.slice(source.indexOf('await')).matchAll(/'([\w/]+)'/g)].map(([, folder]) => folder!))

t.test('each room is in one suite', async t => {
  t.same(foldersRunBy('runFolders').sort(), [...new Set(foldersWith('.test.ts'))].sort())
})

t.test('each room with browser tests is in their suite', async t => {
  t.same(foldersRunBy('runBrowserTests').sort(), [...new Set(foldersWith('.browser.ts'))].sort())
})
