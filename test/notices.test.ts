import { once } from 'node:events'
import Fastify, { type FastifyServerOptions } from 'fastify'
import t from 'tap'
import { Notices } from '../lib/notices.ts'

// Fastify without the option `logger` drops what is logged: notices are then warnings of the process.

const drops = { write: () => {} }

// Options of an app, the environment, and whether the process warns.
const ROWS: Readonly<Record<string, [options: FastifyServerOptions, environment: string, warns: boolean]>> = {
  'no logger': [{}, 'development', true],
  'no logger, tests': [{}, 'test', true],
  'no logger, production': [{}, 'production', false],
  'logger: false': [{ logger: false }, 'development', true],
  'a logger': [{ logger: { stream: drops } }, 'development', false],
  'a silent logger': [{ logger: { level: 'silent', stream: drops } }, 'development', false]
}

for (const [name, [options, environment, warns]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const { NODE_ENV } = process.env
    const warnings: Error[] = []
    const collect = (warning: Error) => { warnings.push(warning) }
    process.on('warning', collect)
    process.env['NODE_ENV'] = environment
    t.teardown(() => {
      process.off('warning', collect)
      if (NODE_ENV === undefined) delete process.env['NODE_ENV']
      else process.env['NODE_ENV'] = NODE_ENV
    })
    const notices = new Notices(Fastify(options))
    for (let time = 0; time < 2; time++) notices.say('HYPER001', 'route GET /', () => 'route GET /: no route is named')
    const last = once(process, 'warning')
    process.emitWarning('the last')
    await last
    t.match(warnings.slice(0, -1), warns ? [{ name: 'FastifyHyperWarning', code: 'HYPER001', message: 'route GET /: no route is named' }] : [])
    t.equal(warnings.length, warns ? 2 : 1)
  })
}
