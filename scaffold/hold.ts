import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

// Where an app believes that it listens.
const ADDRESS = { address: '127.0.0.1', family: 'IPv4', port: 0 }
const ORIGIN = `http://${ADDRESS.address}:${ADDRESS.port}`

type Callback = (error: null, address: string) => void

/** Keeps an app from listening, and from logging between our lines, even where its module asks for it. */
export function hold (app: FastifyInstance): void {
  silence(app)
  holdServer(app.server)
  app.listen = (async (...args: unknown[]) => {
    // What stops the start is told by whoever makes the app ready.
    await Promise.allSettled([app.ready()])
    const callback = args.at(-1)
    if (typeof callback === 'function') (callback as Callback)(null, ORIGIN)
    return ORIGIN
  }) as FastifyInstance['listen']
}

// By loggers of its own: that of the app may be its user's.
function silence (app: FastifyInstance): void {
  app.log = app.log.child({}, { level: 'silent' })
  app.setChildLoggerFactory((logger, bindings, options) => logger.child(bindings, { ...options, level: 'silent' }))
}

// A module may go past Fastify: `app.server.listen(…)`.
function holdServer (server: Server): void {
  server.address = () => ADDRESS
  server.listen = ((...args: unknown[]) => {
    const callback = args.at(-1)
    if (typeof callback === 'function') server.once('listening', callback as () => void)
    process.nextTick(() => server.emit('listening'))
    return server
  }) as Server['listen']
}
