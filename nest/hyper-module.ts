import {
  ConfigurableModuleBuilder, type DynamicModule, type ExceptionFilter, Global, Inject, Module, type NestModule,
  Optional
} from '@nestjs/common'
import { DiscoveryModule, DiscoveryService, HttpAdapterHost, ModuleRef } from '@nestjs/core'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { environmentOf } from '../lib/context/environment.ts'
import { describe } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import { FEATURE_LINKS, HYPER_MODULE } from '../lib/fastify/marks.ts'
import { installedPlugin, installHyper } from '../lib/plugin.ts'
import type { LinkConfig } from '../types/links.ts'
import type { HyperModuleAsyncOptions, HyperModuleOptions } from '../types/nest.ts'
import { ControllerRoutes } from './controller-routes.ts'
import { addLastFilter, describedApp, losesClasses } from './nest-container.ts'
import { type ModuleSettings, readModuleOptions } from './options.ts'
import { ProblemFilter } from './problem-filter.ts'
import { loadSwagger, SwaggerForms } from './swagger-forms.ts'
import { ThrownProblemFilter } from './thrown-problem-filter.ts'
import { provideFrom } from './with-provider.ts'
import { warnWithoutModule } from './without-module.ts'

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<HyperModuleOptions>().setClassMethodName('forRoot')
    .setFactoryMethodName('createHyperOptions').build()

/**
 * Adds hypermedia to an app on `FastifyAdapter`. Import it once, in the root module.
 * @example imports: [HyperModule.forRoot({ links: [orderLinks], problemFilter: true })]
 */
export class HyperModule implements NestModule {
  readonly #settings: ModuleSettings
  readonly #host: HttpAdapterHost
  readonly #moduleRef: ModuleRef
  readonly #discovery: DiscoveryService
  readonly #routes = new ControllerRoutes()
  readonly #links: LinkConfig<never>[] = []
  #forms: SwaggerForms | null = null
  #filter: ExceptionFilter | null = null
  #failure: unknown = null

  /** Nest calls it. */
  constructor (
    options: HyperModuleOptions | undefined, host: HttpAdapterHost, moduleRef: ModuleRef, discovery: DiscoveryService
  ) {
    this.#settings = readModuleOptions(options ?? {})
    this.#host = host
    this.#moduleRef = moduleRef
    this.#discovery = discovery
    // As soon as there is an adapter, which a test gives later.
    host.init$.subscribe(() => {
      try {
        this.#install()
      } catch (error) {
        // Nest gets it from `configure`.
        this.#failure = error
      }
    })
  }

  /** Registers the plugin with these options. */
  static forRoot (options: HyperModuleOptions = {}): DynamicModule {
    return { ...ConfigurableModuleClass.forRoot(options), module: HyperModule }
  }

  /** The same with options that providers make, such as policies that need a service. */
  static forRootAsync (options: HyperModuleAsyncOptions): DynamicModule {
    return { ...ConfigurableModuleClass.forRootAsync(options), module: HyperModule }
  }

  /** Adds link configurations. Import it where the controllers are whose resources they describe. */
  static forFeature (...links: readonly LinkConfig<never>[]): DynamicModule {
    return { module: HyperFeature, providers: [{ provide: FEATURE_LINKS, useValue: links }] }
  }

  /** Nest calls it before it declares routes. */
  async configure (): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    const { httpAdapter } = this.#host
    const app = httpAdapter.getInstance<FastifyInstance>()
    // Another app of one testing module, which the host does not announce.
    if (environmentOf(app) === null) this.#install()
    this.#routes.read(this.#discovery)
    const swagger = this.#settings.forms ? await loadSwagger() : null
    if (swagger !== null) this.#forms = new SwaggerForms(swagger, describedApp(this.#moduleRef, this.#host))
    if (this.#filter === null) {
      this.#filter =
        this.#settings.problemFilter ? new ProblemFilter(httpAdapter) : new ThrownProblemFilter(this, this.#host)
      addLastFilter(this.#moduleRef, this.#filter)
    }
    app.hyper.addLinks(...this.#links)
  }

  // At once, and without `await app.register()`: Fastify has one promise for all plugins that are waited for at a time,
  // so what the app waits for meanwhile, as Nest for its middleware, would not be loaded when its promise resolves.
  #install (): void {
    const { httpAdapter } = this.#host
    if (httpAdapter.getType() !== 'fastify') {
      const remedy = 'Create the app with Fastify: NestFactory.create(AppModule, new FastifyAdapter()).'
      fail('FST_ERR_HYPER_INVALID_OPTION', 'HyperModule', `an app on ${describe(httpAdapter.getType())}`, remedy)
    }
    const app = httpAdapter.getInstance<FastifyInstance>()
    if (!provideFrom(app.server, this.#moduleRef)) {
      fail('FST_ERR_HYPER_ALREADY_REGISTERED', 'HyperModule', 'fastify-hyper')
    }
    // Before the hook of the plugin, which reads what this one adds.
    app.addHook('onRoute', route => this.#configureRoute(app, route))
    installHyper(app, this.#settings.plugin)
    app.register(installedPlugin)
  }

  #configureRoute (app: FastifyInstance, route: RouteOptions): void {
    const found = this.#routes.configure(route)
    if (found === null) return
    this.#forms?.describe(route)
    if (found.options.links !== false && losesClasses(this.#moduleRef, found.targets)) {
      environmentOf(app)!.notices.report('HYPER025', found.name, () => [])
    }
  }

  /** Adds link configurations until the app is initialized. A test may have a mock in place of the module. */
  static addLinks (module: object, links: readonly LinkConfig<never>[]): void {
    if (#links in module) module.#links.push(...links)
  }
}

Module({
  imports: [DiscoveryModule],
  providers: [{ provide: HYPER_MODULE, useExisting: HyperModule }],
  exports: [HYPER_MODULE]
})(HyperModule)
Global()(HyperModule)
Optional()(HyperModule, undefined, 0)
for (const [index, token] of [MODULE_OPTIONS_TOKEN, HttpAdapterHost, ModuleRef, DiscoveryService].entries()) {
  Inject(token)(HyperModule, undefined, index)
}

/** The link configurations of one module. */
class HyperFeature {
  constructor (links: readonly LinkConfig<never>[], module: object | undefined, host: HttpAdapterHost) {
    if (module === undefined) warnWithoutModule(host)
    else HyperModule.addLinks(module, links)
  }
}

Module({})(HyperFeature)
Inject(FEATURE_LINKS)(HyperFeature, undefined, 0)
Inject(HYPER_MODULE)(HyperFeature, undefined, 1)
Optional()(HyperFeature, undefined, 1)
Inject(HttpAdapterHost)(HyperFeature, undefined, 2)
