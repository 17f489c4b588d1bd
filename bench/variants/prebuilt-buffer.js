import { servePrebuilt } from './prebuilt-text.js'

/** The same bytes in a Buffer, made once at start: what the network alone costs. */
export default store => servePrebuilt(store, Buffer.from)
