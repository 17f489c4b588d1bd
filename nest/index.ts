/**
 * Hypermedia for apps of NestJS: `imports: [HyperModule.forRoot({ links: [orderLinks] })]`.
 * @module fastify-hyper/nest
 */

export { HyperLinks } from './hyper-links.ts'
export { HyperModule } from './hyper-module.ts'
export { HyperResource } from './hyper-resource.ts'
export { HyperSerializerInterceptor } from './serializer-interceptor.ts'
export { ProblemFilter } from './problem-filter.ts'
export { validationException } from './validation-exception.ts'
export { withProvider } from './with-provider.ts'

export type { HyperLinksOptions, HyperModuleAsyncOptions, HyperModuleOptions } from '../types/nest.ts'
