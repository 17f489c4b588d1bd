import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import t from 'tap'

// examples/example.js, as a newcomer runs it.

interface Order {
  status: string
  _links: { self: { href: string } }
  _actions?: { cancel: { href: string, method: string } }
}

t.test('the order of example.js can be cancelled, once', async t => {
  const app = spawn(process.execPath, ['examples/example.js'], {
    env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => app.kill())
  const [line] = await once(createInterface(app.stdout), 'line') as [string]
  const [origin] = /http:\/\/[^"]+:\d+/.exec(line)!
  const read = async () => await (await fetch(`${origin}/orders/42`)).json() as Order
  const { _actions, _links } = await read()
  t.equal(_links.self.href, '/orders/42')
  const { status } = await fetch(new URL(_actions!.cancel.href, origin), { method: _actions!.cancel.method })
  t.equal(status, 204)
  t.same(await read(), { id: 42, status: 'Cancelled', _links })
})
