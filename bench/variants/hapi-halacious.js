import halacious from 'halacious'
import hapi from 'hapi'

/** Peer: hapi and halacious (HAL). An array is no HAL resource, so many orders are embedded in one. */
export default async function (store) {
  const server = hapi.server({ autoListen: false })
  await server.register(halaciousPlugin)
  server.route({
    method: 'GET', path: '/orders', options: { plugins: { hal: prepareList } }, handler: () => ({ orders: store.all })
  })
  server.route({
    method: 'GET',
    path: '/orders/{id}',
    options: { plugins: { hal: { absolute: true, prepare: prepareOne } } },
    handler: request => store.get(request.params.id)
  })
  // Until it is started it closes every connection.
  await server.start()
  return server.listener
}

function prepareList (list, next) {
  const base = baseOf(list.request)
  list.ignore('orders')
  for (const order of list.entity.orders) addLinks(list.embed('order', selfOf(order, base), order), base)
  next()
}

function prepareOne (resource, next) {
  addLinks(resource, baseOf(resource.request))
  next()
}

function addLinks (resource, base) {
  resource.link('collection', `${base}/orders`)
  if (resource.entity.status === 'Pending') resource.link('cancel', `${selfOf(resource.entity, base)}/cancel`)
}

function selfOf (order, base) {
  return `${base}/orders/${encodeURIComponent(order.id)}`
}

function baseOf (request) {
  return `${request.server.info.protocol}://${request.info.host}`
}

// halacious was written for hapi 16, whose plugins and extensions took callbacks.
const halaciousPlugin = {
  name: 'halacious',
  register: server => new Promise((resolve, reject) => {
    halacious.register({
      ext: (event, handler) => server.ext(event, (subject, h) => new Promise((resolve, reject) => {
        const next = error => error ? reject(error) : resolve(h?.continue)
        next.continue = next
        handler(subject, next)
      })),
      expose: api => server.expose(api),
      route: route => server.route(route),
      table: () => [{ table: server.table() }],
      log: () => {}
    }, { autoApi: false, protocol: 'http' }, error => error ? reject(error) : resolve())
  })
}
