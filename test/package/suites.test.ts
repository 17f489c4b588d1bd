import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'

// A room whose tests no suite runs would be tested by nobody.

const APART = ['package', 'recipes', 'scaffold']

const isTest = (file: string) => file.endsWith('.test.ts') && !file.includes('node_modules')
const rooms = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(isTest).map(file => file.slice(0, file.lastIndexOf('/')))
const files = [...readdirSync('test/suites').map(file => `test/suites/${file}`), 'test/nest/suite.ts']
const suites = files.map(file => readFileSync(file, 'utf8')).filter(source => source.includes('runFolders'))
const inSuites = suites.flatMap(source => [...source.slice(source.indexOf('await')).matchAll(/'([\w/]+)'/g)].map(([, room]) => room!))

t.test('each room is in one suite', async t => {
  t.same([...inSuites, ...APART].sort(), [...new Set(rooms)].sort())
})
