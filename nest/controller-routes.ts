import { type DiscoveryService, MetadataScanner } from '@nestjs/core'
import { RouteConfig } from '@nestjs/platform-fastify'
import type { RouteOptions } from 'fastify'
import { describe } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import { addMark, type Marked, ROUTE } from '../lib/fastify/marks.ts'
import { readGroupOptions } from '../lib/options/route-options.ts'
import type { HyperLinksOptions } from '../types/nest.ts'
import type { HyperRouteOptions } from '../types/route-options.ts'
import { linksOf } from './hyper-links.ts'
import { isRouted } from './nest-container.ts'

type Method = (...args: never[]) => unknown
type Controller = new (...args: never[]) => object

/** A method of a controller that has a route and is decorated, or whose controller is. */
interface DecoratedMethod {
  readonly controller: string
  /** `OrdersController.findOne` */
  readonly name: string
  readonly options: HyperRouteOptions
  /** What decorators may be on: the method and its controller. */
  readonly targets: readonly object[]
}

const CONFIG = RouteConfig({}).KEY

/** The decorated methods of the controllers of an app, which become `config.hyper` of their routes. */
export class ControllerRoutes {
  readonly #methods = new Map<unknown, DecoratedMethod[]>()
  /** The first URL of each method: a method with several has its name there only. */
  readonly #urls = new Map<DecoratedMethod, string>()

  /**
   * @throws FST_ERR_HYPER_INVALID_OPTION for a decorated method without a route,
   * or a decorated class that is no controller
   */
  read (discovery: DiscoveryService): void {
    this.#methods.clear()
    this.#urls.clear()
    for (const { metatype } of discovery.getProviders()) if (isClass(metatype)) rejectProvider(metatype)
    for (const { metatype } of discovery.getControllers()) if (isClass(metatype)) this.#readController(metatype)
  }

  /** Adds `config.hyper` to a Fastify route of a decorated method. Returns it, or null for another route. */
  configure (route: RouteOptions): DecoratedMethod | null {
    const method = (route.config as Marked | undefined)?.[ROUTE]?.method
    const found = this.#find(this.#methods.get(method) ?? [], route)
    if (found === null) return null
    const { name, ...options } = found.options
    const first = this.#urls.get(found) ?? route.url
    this.#urls.set(found, first)
    const hyper: HyperRouteOptions = { ...options, ...(first === route.url && name !== undefined ? { name } : {}) }
    route.config = { ...route.config, hyper } as NonNullable<RouteOptions['config']>
    return found
  }

  #readController (controller: Controller): void {
    const ofClass = linksOf(controller)
    const place = `@HyperLinks of ${controller.name}`
    // What is true of one method only is no option of a controller.
    if (ofClass !== undefined) readGroupOptions(place, { links: true, ...ofClass })
    for (const [key, method] of methodsOf(controller)) {
      const own = linksOf(method)
      if (own !== undefined && !isRouted(method)) {
        const remedy = 'Add @Get(), @Post() or another decorator that makes a route, or remove @HyperLinks.'
        fail('FST_ERR_HYPER_INVALID_OPTION', `${place}.${key}`, 'a method without a route', remedy)
      }
      if ((own ?? ofClass) !== undefined && isRouted(method)) this.#add(controller, key, method, { ...ofClass, ...own })
    }
  }

  #add (controller: Controller, key: string, method: Method, declared: HyperLinksOptions): void {
    const { name } = controller
    const options = { name: `${name}.${key}`, links: true, ...declared }
    const decorated = { controller: name, name: `${name}.${key}`, options, targets: [method, controller] }
    this.#methods.set(method, [...this.#methods.get(method) ?? [], decorated])
    // As the decorator @RouteConfig does, whatever it declares itself.
    const config = { ...Reflect.getMetadata(CONFIG, method) as object }
    // So that the method of a Fastify route is found again: Nest has no other way to it.
    addMark(config, ROUTE, { method })
    Reflect.defineMetadata(CONFIG, config, method)
  }

  // Controllers share the methods of a common base class.
  #find (methods: readonly DecoratedMethod[], { handler, method, url }: RouteOptions): DecoratedMethod | null {
    if (methods.length < 2) return methods[0] ?? null
    // Nest 12 names its handler after the controller.
    const found = methods.find(({ name }) => name === handler.name)
    if (found !== undefined) return found
    const controllers = methods.map(({ controller }) => controller).join(' and ')
    return fail(
      'FST_ERR_HYPER_INVALID_OPTION', `route ${String(method)} ${url}`, `@HyperLinks of a method of ${controllers}`,
      'Override the method in each controller.'
    )
  }
}

function isClass (value: unknown): value is Controller {
  return typeof value === 'function' && value.prototype !== undefined
}

function methodsOf ({ prototype }: Controller): [key: string, method: Method][] {
  return new MetadataScanner().getAllMethodNames(prototype as object)
    .map(key => [key, (prototype as Record<string, Method>)[key]!])
}

function rejectProvider (provider: Controller): void {
  const key =
    linksOf(provider) !== undefined ? '' : methodsOf(provider).find(([, method]) => linksOf(method) !== undefined)?.[0]
  if (key === undefined) return
  const place = `@HyperLinks of ${provider.name}${key === '' ? '' : `.${key}`}`
  const value = `${describe(provider.name)}, which is no controller,`
  fail('FST_ERR_HYPER_INVALID_OPTION', place, value, 'Use it on controllers and their methods.')
}
