import serve from '../peers/nest-fastify.js'
import { linkedPage } from './by-hand.js'

/** NestJS on Fastify with links by hand: a page. */
export default store => serve(store, linkedPage)
