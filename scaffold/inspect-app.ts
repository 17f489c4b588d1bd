import { subscribe } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { inspect, type Finding, type InspectedRoute } from '../lib/diagnostics/inspection.ts'
import { Failure } from './failure.ts'
import { hold } from './hold.ts'
import { loadModule } from './load-module.ts'
import { makeApp } from './make-app.ts'

/** What is known of an app that was made ready and closed again. */
export interface InspectedApp {
  readonly routes: readonly InspectedRoute[]
  readonly findings: readonly Finding[]
  /** What stopped its start; null where nothing did. */
  readonly fault: Error | null
  /** Whether all its routes were declared: it came as far as its `onReady` hooks. */
  readonly complete: boolean
}

/** What is seen of one of the apps that a module makes. */
interface Seen {
  readonly app: FastifyInstance
  readonly routes: InspectedRoute[]
  readonly findings: Finding[]
  complete: boolean
}

interface Started {
  /** The app that the module stands for; null where it did not come to be. */
  readonly app: FastifyInstance | null
  readonly fault: Error | null
}

// What a closing app waits for may never come, and the answer is there.
const LONGEST_CLOSE = 3_000

/** Makes the app of a module ready; nothing listens. Once in a process. @throws Failure */
export async function inspectApp (file: string): Promise<InspectedApp> {
  // Before the app is loaded: it may be made by the loading.
  const seen = watchApps()
  const { app, fault } = await withoutOutput(async () => {
    try {
      return await start(file)
    } finally {
      await Promise.race([closeAll(seen.values()), setTimeout(LONGEST_CLOSE)])
    }
  })
  const own = [...seen].filter(([server]) => app === null || server === app.server).map(([, seen]) => seen)
  const routes = own.flatMap(({ routes }) => routes)
  return {
    routes: routes.filter(route => !isHeadTwin(route, routes)),
    findings: distinct(own.flatMap(({ findings }) => findings)),
    fault,
    complete: own.length > 0 && own.every(({ complete }) => complete)
  }
}

// By their servers, which all scopes of an app have in common.
function watchApps (): ReadonlyMap<object, Seen> {
  const apps = new Map<object, Seen>()
  subscribe('fastify.initialization', message => {
    const { fastify: app } = message as { fastify: FastifyInstance }
    const seen: Seen = { app, routes: [], findings: [], complete: false }
    apps.set(app.server, seen)
    hold(app)
    app.addHook('onReady', async () => { seen.complete = true })
  })
  inspect(
    (server, route) => { apps.get(server)?.routes.push(route) },
    (server, finding) => { apps.get(server)?.findings.push(finding) }
  )
  return apps
}

async function start (file: string): Promise<Started> {
  let app: FastifyInstance | null = null
  try {
    ({ app } = await makeApp(await loadModule(file), file))
    await app.ready()
    return { app, fault: null }
  } catch (error) {
    if (error instanceof Failure) throw error
    return { app, fault: error instanceof Error ? error : new Error(String(error)) }
  }
}

async function closeAll (apps: Iterable<Seen>): Promise<void> {
  await Promise.allSettled([...apps].map(({ app }) => app.close()))
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

// Fastify adds a HEAD route beside each GET route, for the path of a prefix with a slash. A name of its own makes it the app's.
function isHeadTwin ({ name, methods, url }: InspectedRoute, routes: readonly InspectedRoute[]): boolean {
  return methods.join() === 'HEAD' && routes.some(route =>
    withoutSlash(route.url) === withoutSlash(url) && route.methods.includes('GET') && (name === null || name === route.name))
}

// One configuration in two scopes has its faults in both.
function distinct (findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map(finding => [JSON.stringify(finding), finding])).values()]
}

function withoutSlash (url: string): string {
  return url.replace(/\/$/, '')
}
