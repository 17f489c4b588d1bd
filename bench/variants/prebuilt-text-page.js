import { servePrebuilt } from './prebuilt-text.js'

/** The same bytes as a page of ours, written once at start. */
export default store => servePrebuilt(store, json => json, true)
