import serve from '../peers/express.js'
import { linkedPage } from './by-hand.js'

/** Express with links by hand: a page. */
export default store => serve(store, linkedPage)
