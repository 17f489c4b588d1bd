import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import t from 'tap'
import ts from 'typescript'
import { errorCodes, noticeCodes } from '../../lib/index.ts'

const readme = await readFile('README.md', 'utf8')

function blocks (language: string): string[] {
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text]) => text!)
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function answer (url: string, accept: string): Promise<unknown> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      return await (await fetch(url, { headers: { accept } })).json()
    } catch {
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  throw new Error(`nobody answers ${url}`)
}

t.test('the first example prints what README shows', async t => {
  // Inside the package, so that its own name resolves to the build.
  await mkdir('dist/readme', { recursive: true })
  const port = await freePort()
  const here = (text: string) => text.replaceAll('3000', String(port))
  await writeFile('dist/readme/app.ts', here(blocks('ts')[0]!))
  const app = spawn(process.execPath, ['--import', 'tsx', 'dist/readme/app.ts'], { stdio: 'inherit' })
  t.teardown(() => app.kill())
  const [flat, forms] = blocks('json').map(text => JSON.parse(here(text)) as unknown)
  t.same(await answer(`http://localhost:${port}/orders/42`, '*/*'), flat)
  t.same(await answer(`http://localhost:${port}/orders/42`, 'application/prs.hal-forms+json'), forms)
})

t.test('the first example compiles where only erasable syntax is allowed', async t => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: { compilerOptions: object } }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd())
  t.equal(options.erasableSyntaxOnly, true)
  await mkdir('dist/readme', { recursive: true })
  await writeFile('dist/readme/first.ts', blocks('ts')[0]!)
  const program = ts.createProgram(['dist/readme/first.ts'], options)
  t.strictSame(ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')), [])
})

t.test('README lists every code, and no other', async t => {
  const listed = [...readme.matchAll(/^\| `(FST_ERR_HYPER_\w+|HYPER\d{3})` \|/gm)].map(([, code]) => code!)
  t.same(listed.sort(), [...Object.keys(errorCodes), ...Object.keys(noticeCodes)].sort())
})
