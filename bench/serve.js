import { createStore } from './orders.js'

/**
 * The server of a variant, not yet listening.
 * @param {string} variant
 * @param {number} size how many orders it has
 * @param {{ wide?: boolean, nested?: boolean }} [options] of the store
 * @returns {Promise<import('node:http').Server>}
 */
export async function serve (variant, size, options) {
  const { default: create } = await import(`./variants/${variant}.js`)
  return create(createStore(size, options))
}
