// `fastify start` of fastify-cli, in a process of its own. Writes its checks as smoke.js does.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { followLinks } from './follow-links.js'

async function freePort () {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

async function started (t, flags) {
  const port = await freePort()
  const args = [
    'node_modules/fastify-cli/cli.js', 'start', '--address', '127.0.0.1', '--port', String(port), ...flags,
    'programs/cli-app.js'
  ]
  const cli = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [cli.stdout, cli.stderr]) stream.on('data', data => { log += data })
  t.push(() => cli.kill())
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false)) return `http://127.0.0.1:${port}`
    if (cli.exitCode !== null) break
    await sleep(100)
  }
  throw new Error(`fastify start did not listen\n${log}`)
}

const checks = {
  async 'an app with exported options' (t) {
    const origin = await started(t, ['--options'])
    assert.ok(await followLinks(`${origin}/orders/7`, { accept: 'application/hal+json' }) >= 2)
    assert.equal((await (await fetch(`${origin}/orders/7/`)).json())._links.self.href, `${origin}/orders/7`)
  },
  async 'a prefix' (t) {
    const origin = await started(t, ['--prefix', '/v1'])
    assert.equal((await (await fetch(`${origin}/v1/orders/7`)).json())._links.collection.href, `${origin}/v1/orders`)
  }
}

const results = {}
for (const [name, check] of Object.entries(checks)) {
  const ends = []
  results[name] = await check(ends).then(() => null, error => String(error.stack))
  for (const end of ends) end()
}
console.log(JSON.stringify(results))
