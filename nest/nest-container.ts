// Every internal of Nest that the package reads. test/http/nest/nest-container.test.ts pins them.
import {
  ClassSerializerInterceptor, type ExceptionFilter, type INestApplication, type NestInterceptor
} from '@nestjs/common'
import type { HttpAdapterHost, ModuleRef } from '@nestjs/core'

/** The part of `ApplicationConfig` that this package uses. */
interface AppConfig {
  getGlobalFilters (): ExceptionFilter[]
  getGlobalInterceptors (): NestInterceptor[]
}

interface Container {
  readonly applicationConfig: AppConfig
}

// A protected member, which has no getter.
function containerOf (moduleRef: ModuleRef): Container {
  return (moduleRef as unknown as { container: Container }).container
}

/** Adds a filter to an app, behind all others: Nest tries the last one first. */
export function addLastFilter (moduleRef: ModuleRef, filter: ExceptionFilter): void {
  containerOf(moduleRef).applicationConfig.getGlobalFilters().unshift(filter)
}

/** Returns what `SwaggerModule.createDocument` reads of an app, which no provider can have injected. */
export function describedApp (moduleRef: ModuleRef, { httpAdapter }: HttpAdapterHost): INestApplication {
  const container = containerOf(moduleRef)
  return {
    container, config: container.applicationConfig, getHttpAdapter: () => httpAdapter
  } as unknown as INestApplication
}

const PATH = 'path'
const INTERCEPTORS = '__interceptors__'

/** Whether a method of a controller has a route. */
export function isRouted (method: object): boolean {
  return Reflect.hasMetadata(PATH, method)
}

/**
 * Whether Nest's own interceptor replaces the instances that a route returns with plain objects.
 * @param targets the method of the route and its controller
 */
export function losesClasses (moduleRef: ModuleRef, targets: readonly object[]): boolean {
  const ofAll = containerOf(moduleRef).applicationConfig.getGlobalInterceptors()
  return ofAll.some(({ constructor }) => constructor === ClassSerializerInterceptor) ||
    targets.some(target =>
      (Reflect.getMetadata(INTERCEPTORS, target) as unknown[] | undefined)?.includes(ClassSerializerInterceptor))
}
