import { subscribe } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  type Finding, findingTopic, type InspectedRoute, type MakeModel, modelTopic,
  routeTopic
} from '../lib/diagnostics/inspection.ts'
import { Failure } from './failure.ts'
import { hold } from './hold.ts'
import { loadModule } from './load-module.ts'
import { makeApp } from './make-app.ts'

/** The routes and findings of an app that was made ready and closed again. */
export interface InspectedApp {
  readonly routes: readonly InspectedRoute[]
  readonly findings: readonly Finding[]
  /** One for each registration of the plugin. */
  readonly models: readonly MakeModel[]
  /** The error that stopped its start; null for none. */
  readonly fault: Error | null
  /** Whether all its routes were declared: its `onReady` hooks ran. */
  readonly complete: boolean
}

/** One of the apps that a module creates. */
interface WatchedApp {
  readonly app: FastifyInstance
  readonly routes: InspectedRoute[]
  readonly findings: Finding[]
  readonly models: MakeModel[]
  complete: boolean
}

interface Started {
  /** The app of the module; null if it could not be created. */
  readonly app: FastifyInstance | null
  readonly fault: Error | null
}

/** Uses an app that is ready, with its models. */
type UseApp = (app: FastifyInstance, models: readonly MakeModel[]) => Promise<void>

// Closing an app may never end, and is not needed for the output.
const LONGEST_CLOSE = 3_000

/**
 * Makes the app of a module ready, without listening; once per process.
 * @param exported the name of the export, if it is none of the usual ones
 * @param use is called before the app is closed, unless an error stops its start
 * @throws Failure, and what `use` throws
 */
export async function inspectApp (
  file: string, exported: string | undefined, use: UseApp = async () => {}
): Promise<InspectedApp> {
  // Before the module is loaded, which may create the app.
  const watched = watchApps()
  const { app, fault } = await withoutOutput(async () => {
    try {
      const started = await start(file, exported)
      const { app, fault } = started
      if (app !== null && fault === null) await use(app, watched.get(app.server)?.models ?? [])
      return started
    } finally {
      await Promise.race([closeAll(watched.values()), setTimeout(LONGEST_CLOSE)])
    }
  })
  const own = [...watched].filter(([server]) => app === null || server === app.server).map(([, watched]) => watched)
  const routes = own.flatMap(({ routes }) => routes)
  return {
    routes: routes.filter(route => !isHeadTwin(route, routes)),
    findings: distinct(own.flatMap(({ findings }) => findings)),
    models: own.flatMap(({ models }) => models),
    fault,
    complete: own.length > 0 && own.every(({ complete }) => complete)
  }
}

// By server, which all scopes of an app share.
function watchApps (): ReadonlyMap<object, WatchedApp> {
  const apps = new Map<object, WatchedApp>()
  subscribe('fastify.initialization', message => {
    const { fastify: app } = message as { fastify: FastifyInstance }
    const watched: WatchedApp = { app, routes: [], findings: [], models: [], complete: false }
    apps.set(app.server, watched)
    hold(app)
    app.addHook('onReady', async () => { watched.complete = true })
  })
  routeTopic.subscribe(({ server, route }) => { apps.get(server)?.routes.push(route) })
  findingTopic.subscribe(({ server, finding }) => { apps.get(server)?.findings.push(finding) })
  modelTopic.subscribe(({ server, model }) => { apps.get(server)?.models.push(model) })
  return apps
}

async function start (file: string, exported: string | undefined): Promise<Started> {
  let app: FastifyInstance | null = null
  try {
    ({ app } = await makeApp(await loadModule(file, exported), file))
    await app.ready()
    return { app, fault: null }
  } catch (error) {
    if (error instanceof Failure) throw error
    return { app, fault: error instanceof Error ? error : new Error(String(error)) }
  }
}

async function closeAll (apps: Iterable<WatchedApp>): Promise<void> {
  await Promise.allSettled([...apps].map(({ app }) => app.close()))
}

/**
 * Runs a function with standard output redirected to standard error: standard output is for the result of the command.
 */
async function withoutOutput<V> (run: () => Promise<V>): Promise<V> {
  const { write } = process.stdout
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    return await run()
  } finally {
    process.stdout.write = write
  }
}

// Fastify adds a HEAD route to each GET route, also with a slash after a prefix.
// A HEAD route with another name is the app's.
function isHeadTwin ({ name, methods, url }: InspectedRoute, routes: readonly InspectedRoute[]): boolean {
  return methods.join() === 'HEAD' && routes.some(route =>
    withoutSlash(route.url) === withoutSlash(url) && route.methods.includes('GET') &&
      (name === null || name === route.name))
}

// A configuration in two scopes has the same findings in both.
function distinct (findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map(finding => [JSON.stringify(finding), finding])).values()]
}

function withoutSlash (url: string): string {
  return url.replace(/\/$/, '')
}
