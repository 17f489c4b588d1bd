import { orders } from './orders/resource.ts'
import type { Resource } from './resource.ts'

/** The resources of the API. */
export const resources: readonly Resource[] = [
  orders
]
