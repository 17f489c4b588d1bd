/**
 * What tests of an API import: they read representations, send requests and crawl. Nothing listens, and no test
 * framework is needed.
 * @module fastify-hyper/testing
 */
export { hypermedia } from './hypermedia.ts'
export { fetchOf } from './fetch.ts'
export { crawl } from './crawl/crawl.ts'
export { expectContract } from './contract/expect-contract.ts'

export type { FieldOption, FieldOptions, FieldType, ProjectedField } from '../types/forms.ts'
export type { Awaitable } from '../types/callbacks.ts'
export type {
  CrawlApp, CrawlApps, CrawlCaller, CrawlCode, CrawlFinding, CrawlOptions, CrawlReport, CrawlTarget, Hypermedia,
  HypermediaSnapshot, InjectedResponse, LinkedResource, OfferedAction, OfferedForm, ProblemDocument, UntriedAction
} from '../types/testing.ts'
