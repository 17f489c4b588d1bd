import type { Order } from './schema.ts'

/** The orders that a new store has in development. */
export const EXAMPLES: readonly Order[] = [
  { id: 7, status: 'Shipped', item: 'Green tea', quantity: 2, speed: 'Standard' },
  { id: 42, status: 'Pending', item: 'Coffee', quantity: 1, speed: 'Express' },
  { id: 99, status: 'Cancelled', item: 'Black tea', quantity: 12, speed: 'Standard' }
]
