import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { inspect, type Finding, type InspectedRoute } from '../lib/inspection.ts'
import { Failure } from './failure.ts'
import { loadModule } from './load-module.ts'
import { makeApp } from './make-app.ts'

/** What is known of an app that was made ready and closed again. */
export interface InspectedApp {
  readonly routes: readonly InspectedRoute[]
  readonly findings: readonly Finding[]
  /** What stopped its start; null where nothing did. */
  readonly fault: Error | null
}

/** Makes the app of a module ready; nothing listens. Once in a process. @throws Failure */
export async function inspectApp (file: string): Promise<InspectedApp> {
  const apps: FastifyInstance[] = []
  const routes: InspectedRoute[] = []
  const findings: Finding[] = []
  // Before the app is loaded: it may be made by the loading.
  subscribe('fastify.initialization', message => { apps.push(held((message as { fastify: FastifyInstance }).fastify)) })
  inspect(route => { routes.push(route) }, finding => { findings.push(finding) })
  const fault = await withoutOutput(() => start(file, apps))
  return { routes: routes.filter(route => !isHeadTwin(route, routes)), findings, fault }
}

async function start (file: string, apps: readonly FastifyInstance[]): Promise<Error | null> {
  try {
    const app = await makeApp(await loadModule(file), file)
    await app.ready()
    return null
  } catch (error) {
    if (error instanceof Failure) throw error
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await Promise.allSettled(apps.map(app => app.close()))
  }
}

// It says nothing in its log, which would stand between our lines, and does not listen, even where its module asks for it.
function held (app: FastifyInstance): FastifyInstance {
  app.log.level = 'silent'
  app.listen = async () => ''
  return app
}

/** What the app prints goes to standard error: standard output is for the answer. */
async function withoutOutput<V> (run: () => Promise<V>): Promise<V> {
  const { write } = process.stdout
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    return await run()
  } finally {
    process.stdout.write = write
  }
}

// Fastify adds a HEAD route beside each GET route, for the path of a prefix with a slash.
function isHeadTwin ({ methods, url }: InspectedRoute, routes: readonly InspectedRoute[]): boolean {
  return methods.join() === 'HEAD' && routes.some(route => withoutSlash(route.url) === withoutSlash(url) && route.methods.includes('GET'))
}

function withoutSlash (url: string): string {
  return url.replace(/\/$/, '')
}
