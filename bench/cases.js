// What is measured, and what must be equal before it is.

/**
 * @typedef {object} Case
 * @property {string} variant the file in variants/
 * @property {true} [ascii] its customers have names in ASCII alone
 * @property {string} [accept] the Accept header of its clients
 * @property {string} [alike] cases with one name here answer with the same bytes
 * @property {boolean} [linked] its answers hold the links of the fixture
 * @property {string[]} [fields] its actions have a form with these fields
 * @property {number[]} sizes how many orders its answers are measured with
 * @property {number[]} [gate] those of them that the gate needs
 */

const SOME = [1, 100, 1000, 10_000]
const LARGE = [1000, 10_000]

/** @type {Readonly<Record<string, Case>>} */
export const cases = {
  hyper: { variant: 'hyper', alike: 'default', linked: true, sizes: [1, 10, ...SOME.slice(1)], gate: [1, 10, ...SOME.slice(1)] },
  hand: { variant: 'hand', alike: 'default', linked: true, sizes: [1, 10, ...SOME.slice(1)], gate: [1, 10, ...SOME.slice(1)] },
  'hyper-no-schema': { variant: 'hyper-no-schema', alike: 'default', linked: true, sizes: SOME },
  'hand-listed': { variant: 'hand-listed', alike: 'default', linked: true, sizes: SOME, gate: [100, 1000, 10_000] },
  'hand-no-schema': { variant: 'hand-no-schema', alike: 'default', linked: true, sizes: SOME },
  copy: { variant: 'copy', alike: 'default', linked: true, sizes: SOME },
  'prebuilt-text': { variant: 'prebuilt-text', alike: 'default', linked: true, sizes: SOME, gate: [1, ...LARGE] },
  'prebuilt-buffer': { variant: 'prebuilt-buffer', alike: 'default', linked: true, sizes: SOME },
  bare: { variant: 'bare', alike: 'bare', sizes: SOME, gate: LARGE },
  'bare-no-schema': { variant: 'bare-no-schema', alike: 'bare', sizes: SOME },
  'plugin-only': { variant: 'plugin-only', alike: 'bare', sizes: [1, 100] },
  'hyper-ascii': { variant: 'hyper', ascii: true, alike: 'default-ascii', linked: true, sizes: LARGE, gate: LARGE },
  'hand-ascii': { variant: 'hand', ascii: true, alike: 'default-ascii', linked: true, sizes: LARGE },
  'prebuilt-text-ascii': { variant: 'prebuilt-text', ascii: true, alike: 'default-ascii', linked: true, sizes: LARGE, gate: LARGE },
  'bare-ascii': { variant: 'bare', ascii: true, alike: 'bare-ascii', sizes: LARGE },
  'hyper-hal': { variant: 'hyper', accept: 'application/hal+json', alike: 'hal', sizes: SOME },
  'hand-hal': { variant: 'hand-hal', alike: 'hal', sizes: SOME },
  'hyper-hal-forms': { variant: 'hyper', accept: 'application/prs.hal-forms+json', alike: 'hal-forms', linked: true, sizes: SOME },
  'hand-hal-forms': { variant: 'hand-hal-forms', alike: 'hal-forms', linked: true, sizes: SOME },
  'hyper-form': { variant: 'hyper-form', accept: 'application/prs.hal-forms+json', linked: true, fields: ['reason', 'note'], sizes: SOME },
  'fastify-halson': { variant: 'fastify-halson', linked: true, sizes: [1, 100], gate: [1, 100] },
  'fastify-ts-japi': { variant: 'fastify-ts-japi', linked: true, sizes: [1, 100], gate: [1, 100] },
  'fastify-jsonapi-serializer': { variant: 'fastify-jsonapi-serializer', linked: true, sizes: [1, 100] },
  'express-halson': { variant: 'express-halson', linked: true, sizes: [1, 100], gate: [1, 100] },
  'hapi-halacious': { variant: 'hapi-halacious', accept: 'application/hal+json', linked: true, sizes: [1, 100], gate: [1, 100] }
}

/** The peers that the goals name. */
export const PEERS = ['fastify-halson', 'fastify-ts-japi', 'express-halson', 'hapi-halacious']
