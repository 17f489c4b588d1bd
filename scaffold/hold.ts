import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

// The address that the app gets.
const ADDRESS = { address: '127.0.0.1', family: 'IPv4', port: 0 }
const ORIGIN = `http://${ADDRESS.address}:${ADDRESS.port}`

type Callback = (error: null, address: string) => void

/** Prevents an app from listening, and from logging into the output, even if its module calls listen(). */
export function hold (app: FastifyInstance): void {
  silence(app)
  holdServer(app.server)
  app.listen = (async (...args: unknown[]) => {
    // inspectApp reports the error that the start fails with.
    await Promise.allSettled([app.ready()])
    const callback = args.at(-1)
    if (typeof callback === 'function') (callback as Callback)(null, ORIGIN)
    return ORIGIN
  }) as FastifyInstance['listen']
}

// With child loggers, because the logger of the app may be used elsewhere.
function silence (app: FastifyInstance): void {
  app.log = app.log.child({}, { level: 'silent' })
  app.setChildLoggerFactory((logger, bindings, options) => logger.child(bindings, { ...options, level: 'silent' }))
}

// A module may call `app.server.listen(…)`.
function holdServer (server: Server): void {
  server.address = () => ADDRESS
  server.listen = ((...args: unknown[]) => {
    const callback = args.at(-1)
    if (typeof callback === 'function') server.once('listening', callback as () => void)
    process.nextTick(() => server.emit('listening'))
    return server
  }) as Server['listen']
}
