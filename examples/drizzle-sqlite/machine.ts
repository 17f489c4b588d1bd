import type { Order } from './order.ts'

// What an order allows. Each rule is declared here only: the links offer an action by it,
// and the guard of the route enforces it.

export const canPay = (order: Order) => order.status === 'placed'
export const canShip = (order: Order) => order.status === 'paid' && order.address !== null
export const canCancel = (order: Order) => order.status === 'placed' || order.status === 'paid'
export const canMove = canCancel

/** The actions that only change the status. */
export const transitions = [
  { action: 'pay', route: 'PayOrder', when: canPay, to: 'paid' },
  { action: 'ship', route: 'ShipOrder', when: canShip, to: 'shipped' },
  { action: 'cancel', route: 'CancelOrder', when: canCancel, to: 'cancelled' }
] as const
