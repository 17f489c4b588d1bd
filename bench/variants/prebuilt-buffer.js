import { servePrebuilt } from './prebuilt-text.js'

/** The same bytes in a Buffer, made once at start: the cost of the network by itself. */
export default store => servePrebuilt(store, Buffer.from)
