import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { map } from '../../../scaffold/map.ts'
import { readPage } from '../../support/markdown.ts'

const { blocks } = readPage('README.md')
const EVERYONE = { start: '/', as: [{ name: 'anonymous', headers: {} }] }

function codeOf (language: string): string[] {
  return blocks.filter(block => block.language === language).map(({ code }) => code)
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function read (url: string, headers: Record<string, string>): Promise<unknown> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      return await (await fetch(url, { headers })).json()
    } catch {
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  throw new Error(`${url} does not respond`)
}

t.test('the first example prints what README shows', async t => {
  // Inside the repository, so that the name of the package resolves to it; not in dist/, which is published.
  await mkdir('build/readme', { recursive: true })
  const port = await freePort()
  const here = (code: string) => code.replaceAll('3000', String(port))
  await writeFile('build/readme/app.ts', here(codeOf('ts')[0]!))
  const app = spawn(process.execPath, ['--import', 'tsx', 'build/readme/app.ts'], { stdio: 'inherit' })
  t.teardown(() => app.kill())
  const [, field, url] = /^curl -H 'From: (\w+)' (\S+)$/m.exec(here(codeOf('sh').join('\n')))!
  const shown = JSON.parse(here(codeOf('json')[0]!)) as { _actions?: object }
  t.same(await read(url!, { from: field! }), shown)
  const { _actions, ...others } = shown
  t.same(await read(url!, {}), others, 'without the action for anyone else')
  t.equal((await fetch(`${url}/cancel`, { method: 'POST' })).status, 403)
  t.equal((await fetch(`${url}/cancel`, { method: 'POST', headers: { from: field! } })).status, 204)
})

t.test('the map is what hyper-api prints', async t => {
  const { output } = await map({
    app: 'scaffold/templates/minimal/app.ts', exported: undefined, format: 'mermaid', ...EVERYONE
  })
  t.equal(`${codeOf('mermaid')[0]!.trim()}\n`, output)
})
