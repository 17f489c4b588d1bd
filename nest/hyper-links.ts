import { applyDecorators, SetMetadata, UseFilters } from '@nestjs/common'
import { isLinkConfig, type LinkConfig } from '../lib/declare/links.ts'
import { guardKey } from '../lib/guards/reports.ts'
import type { HyperLinksOptions } from '../types/nest.ts'
import { GuardedProblemFilter, ThrownProblemFilter } from './thrown-problem-filter.ts'

const DECLARED = 'fastify-hyper:links'

/**
 * Adds links and actions to the responses of a method, or of all methods of a controller. The options of a method
 * override the options of its controller.
 * @param declared a link configuration for the value, or options. Without it,
 * the class of the value has a configuration
 * @param more options beside a configuration: `{ links: orderLinks, policy: 'staff' }` is the same in one object
 * @example @HyperLinks({ policy: 'staff' }) @Get(':id') findOne (@Param('id') id: string) { … }
 * @example @HyperLinks(orderLinks, { policy: 'staff' }) @Get(':id') findOne (@Param('id') id: string) { … }
 */
export function HyperLinks (
  declared: LinkConfig<never> | HyperLinksOptions = {}, more: Omit<HyperLinksOptions, 'links'> = {}
): ClassDecorator & MethodDecorator {
  const options: HyperLinksOptions = { ...(isLinkConfig(declared) ? { links: declared } : declared), ...more }
  const filter = guardKey(options) === undefined ? ThrownProblemFilter : GuardedProblemFilter
  // The filter of a route comes before the filters of the app: one that catches everything does not get problems.
  return applyDecorators(SetMetadata(DECLARED, options), UseFilters(filter))
}

/** Returns what `@HyperLinks` declares for a class or a method; undefined if it is not decorated. */
export function linksOf (target: object): HyperLinksOptions | undefined {
  return Reflect.getMetadata(DECLARED, target) as HyperLinksOptions | undefined
}
