import { ExpressAdapter } from '@nestjs/platform-express'
import { serveNest } from './nest.js'

/** NestJS on Express, its default. Without entity tags, as the Express app. */
export default (store, representList) => {
  const adapter = new ExpressAdapter()
  adapter.getInstance().disable('etag').disable('x-powered-by')
  return serveNest(store, adapter, representList)
}
