// `hyper-api catalog`: the named routes of an app as a package, for the option `services` of other apps.
import type { InspectedRoute } from '../lib/diagnostics/inspection.ts'
import { consumedTypes } from '../lib/forms/fields/action-input.ts'
import { CATALOG_VERSION } from '../lib/options/services.ts'
import { routerSettings, withRouterDefaults } from '../lib/routes/route-table.ts'
import { contentSchemas, querySchema } from '../lib/schema/content.ts'
import { selfContained } from '../lib/schema/self-contained.ts'
import type { ServiceCatalog, ServiceRoute } from '../types/services.ts'
import type { AppModule, ServiceCatalogRequest } from './command.ts'
import { Failure } from './failure.ts'
import { notesOf, notStarted } from './finding.ts'
import { inspectApp } from './inspect-app.ts'
import type { Outcome } from './outcome.ts'
import { writePackage } from './service-package.ts'
import { counted } from './wording.ts'

/** Writes the package. @throws Failure */
export async function serviceCatalog ({ name, out, ...module }: ServiceCatalogRequest): Promise<Outcome> {
  const { catalog, notes } = await catalogOf(module)
  await writePackage(out, name, catalog)
  const count = counted(Object.keys(catalog.routes).length, 'route')
  return { status: 0, output: `Wrote the package ${name} to ${out}: ${count}\n`, notes }
}

async function catalogOf ({ app: file, exported }: AppModule): Promise<{ catalog: ServiceCatalog, notes: string }> {
  let router: ServiceCatalog['router'] = {}
  const { routes, findings, fault } = await inspectApp(file, exported, async app => { router = routerSettings(app) })
  if (fault !== null) throw notStarted(file, 'its routes are not all known', fault)
  const named = routes.filter(({ name, hidden }) => name !== null && !hidden)
  if (named.length === 0) {
    throw new Failure(`${file} has no named routes, so nothing was written. ` +
      "Register fastify-hyper before them, and name them: config: { hyper: { name: 'GetInvoice' } }.")
  }
  const catalog = { version: CATALOG_VERSION, ...changed(router), routes: routesOf(file, named) }
  return { catalog, notes: notesOf(findings) }
}

// The options that the router of other apps does not have, too.
function changed (router: NonNullable<ServiceCatalog['router']>): Pick<ServiceCatalog, 'router'> {
  const defaults = Object.entries(withRouterDefaults())
  const options = Object.entries(router).filter(option => !defaults.some(([name, value]) =>
    name === option[0] && value === option[1]))
  return options.length === 0 ? {} : { router: Object.fromEntries(options) }
}

function routesOf (file: string, named: readonly InspectedRoute[]): Record<string, ServiceRoute> {
  const byName = new Map<string, InspectedRoute>()
  for (const route of named) {
    const known = byName.get(route.name!)
    if (known === undefined) byName.set(route.name!, route)
    // Versions and hosts of one route have one URL.
    else if (requestOf(known) !== requestOf(route)) {
      throw new Failure(`${file} has two routes of the name '${route.name}': ${requestOf(known)} and ` +
        `${requestOf(route)}, so nothing was written. Give each a name of its own: config: { hyper: { name } }.`)
    }
  }
  return Object.fromEntries([...byName].toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([name, route]) => [name, routeOf(route)]))
}

function requestOf ({ methods, url }: InspectedRoute): string {
  return `${methods.join(',')} ${url}`
}

function routeOf ({ methods, url, schema, shared, deprecation, formInput }: InspectedRoute): ServiceRoute {
  const own = (schema ?? {}) as Readonly<Record<string, unknown>>
  const { summary, params, body, consumes } = own
  const querystring = querySchema(schema)
  const contained = (part: unknown) => selfContained({ schema: part, shared: id => shared(id) as object | undefined })
  const contents = contentSchemas(body)
  const types = consumedTypes(consumes)
  return {
    methods,
    path: url,
    ...typeof summary === 'string' ? { summary } : {},
    ...params === undefined ? {} : { params: contained(params) },
    ...querystring === undefined ? {} : { querystring: contained(querystring) },
    ...body === undefined ? {} : { body: contents === null ? contained(body) : contentOf(contents, contained) },
    ...types.length === 0 ? {} : { consumes: types },
    ...formInput ? { formInput } : {},
    ...deprecation === null ? {} : { deprecation: dated(deprecation) }
  }
}

function contentOf (contents: ReadonlyMap<string, unknown>, contained: (schema: unknown) => object): object {
  return { content: Object.fromEntries([...contents].map(([type, schema]) => [type, { schema: contained(schema) }])) }
}

// JSON has no dates.
function dated (deprecation: object): NonNullable<ServiceRoute['deprecation']> {
  return JSON.parse(JSON.stringify(deprecation)) as NonNullable<ServiceRoute['deprecation']>
}
