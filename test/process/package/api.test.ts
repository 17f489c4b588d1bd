import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import t from 'tap'
import ts from 'typescript'
import { apiReport, entryPoints, programOf, readDeclarations, REPORTS } from './api.ts'

const entries = entryPoints()
const program = readDeclarations()

t.test('there is a report for each entry point', async t => {
  t.ok(entries.length > 5)
  const reports = readdirSync(REPORTS).map(file => `${REPORTS}/${file}`)
  t.same(reports.sort(), entries.map(({ report }) => report).sort())
})

for (const entry of entries) {
  t.test(`the report of ${entry.name} is that of the build: npm run api writes it`, async t => {
    t.equal(apiReport(program, entry), readFileSync(entry.report, 'utf8'))
  })
}

/** The report of an entry point that is made of these files. */
function reportOf (files: Readonly<Record<string, string>>): string {
  const host = ts.createCompilerHost({})
  const sources = new Map(Object.entries(files).map(([file, text]) => [join(process.cwd(), file), text]))
  host.fileExists = file => sources.has(file)
  host.readFile = file => sources.get(file)
  host.getSourceFile = (file, version) =>
    sources.has(file) ? ts.createSourceFile(file, sources.get(file)!, version, true) : undefined
  return apiReport(programOf(Object.keys(files), host), { name: 'sample', file: 'index.d.ts', report: '' })
}

const SAMPLE = {
  'index.d.ts': "import './augment.ts'\nexport { open as connect, " +
    "Door } from './door.ts'\nexport type { Options } from './options.ts'\n",
  'augment.d.ts': "declare module 'fastify' {\n    interface FastifyInstance {\n        door: " +
    'string\n    }\n}\nexport {}\n',
  'options.d.ts': 'export interface Options {\n    /**\n     * How often.\n     * @default 3\n     */\n    retries?: ' +
    'number;\n}\n',
  'door.d.ts': [
    "import type { Options } from './options.ts'", "import type { Foreign } from 'foreign'", 'type Width = number;',
    'type Unused = string;',
    'export declare function open(options: Options): Width;', '/** A door. */', 'export declare class Door {',
    '    private secret;', '    private make(width: Unused): void;', '    foreign: Foreign;', '}', ''
  ].join('\n')
}

t.test('a report has public names, types that they refer to, defaults and augmentations', async t => {
  t.equal(reportOf(SAMPLE).slice(reportOf(SAMPLE).indexOf('## Exports')), `## Exports

\`\`\`ts
class Door {
    foreign: Foreign;
}

interface Options {
    // @default 3
    retries?: number;
}

function open(options: Options): Width;
export { open as connect }
\`\`\`

## Types that they refer to

\`\`\`ts
type Width = number;
\`\`\`

## Additions to other modules

\`\`\`ts
declare module 'fastify' {
    interface FastifyInstance {
        door: string
    }
}
\`\`\`
`)
})

t.test('changes of the API change the report', async t => {
  const before = reportOf(SAMPLE)
  const changes: ReadonlyArray<readonly [change: string, file: keyof typeof SAMPLE, from: string, to: string]> = [
    ['a default', 'options.d.ts', '@default 3', '@default 4'],
    ['a required member', 'options.d.ts', 'retries?', 'retries'],
    ['a type that is not exported', 'door.d.ts', 'Width = number', 'Width = string'],
    ['a name that is no longer exported', 'index.d.ts', ', Door', ''],
    ['an addition to another module', 'augment.d.ts', 'door: string', 'door: number']
  ]
  for (const [change, file, from, to] of changes) {
    t.not(reportOf({ ...SAMPLE, [file]: SAMPLE[file].replace(from, to) }), before, change)
  }
  t.equal(
    reportOf({
      ...SAMPLE, 'door.d.ts': SAMPLE['door.d.ts'].replace('A door.', 'The door.').replace('secret', 'hidden')
    }), before,
    'text and private members'
  )
})
