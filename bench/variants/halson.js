// An order as halson writes it. HAL has no actions, so `cancel` is a link.
import halson from 'halson'

/** @returns {object} a resource that JSON.stringify writes; halson copies the order by itself */
export function halResource (order, base) {
  const self = `${base}/orders/${encodeURIComponent(order.id)}`
  const resource = halson(order).addLink('self', self).addLink('collection', `${base}/orders`)
  return order.status === 'Pending' ? resource.addLink('cancel', `${self}/cancel`) : resource
}
