import serve from '../peers/nest-express.js'
import { linkedPage } from './by-hand.js'

/** NestJS on Express with links by hand: a page. */
export default store => serve(store, linkedPage)
