import { createStore } from './orders.js'

/**
 * The server of a variant, not yet listening.
 * @param {string} variant
 * @param {number} size how many orders it has
 * @returns {Promise<import('node:http').Server>}
 */
export async function serve (variant, size) {
  const { default: create } = await import(`./variants/${variant}.js`)
  return create(createStore(size))
}
