// What is measured, and what must be equal before it is.

/**
 * @typedef {object} Case
 * @property {string} variant the file in variants/
 * @property {{ wide?: true, nested?: true, page?: true }} [fixture] other orders than the usual ones: names beyond
 * Latin-1, items within each order, or a page of them
 * @property {string} [accept] the Accept header of its clients
 * @property {string} [alike] cases with one name here send the same bytes
 * @property {boolean} [linked] its responses hold the links of the fixture
 * @property {string[]} [fields] its actions have a form with these fields
 * @property {number[]} sizes how many orders its responses are measured with
 * @property {number[]} [gate] those of them that the gate needs
 */

const SOME = [1, 100, 1000, 10_000]
const ALL = [1, 10, 100, 1000, 10_000]
const GATE = [1, 100, 1000]
const PAGES = [1, 100]

// The names of the customers are ASCII but in these.
const wide = { wide: true }
const nested = { nested: true }
const page = { page: true }

/** @type {Readonly<Record<string, Case>>} */
export const cases = {
  hyper: { variant: 'hyper', alike: 'default', linked: true, sizes: ALL, gate: GATE },
  hand: { variant: 'hand', alike: 'default', linked: true, sizes: ALL, gate: GATE },
  floor: { variant: 'floor', alike: 'default', linked: true, sizes: SOME, gate: GATE },
  'hyper-no-schema': { variant: 'hyper-no-schema', alike: 'default', linked: true, sizes: SOME },
  'hand-listed': { variant: 'hand-listed', alike: 'default', linked: true, sizes: SOME },
  'hand-no-schema': { variant: 'hand-no-schema', alike: 'default', linked: true, sizes: SOME, gate: GATE },
  copy: { variant: 'copy', alike: 'default', linked: true, sizes: SOME },
  'prebuilt-text': { variant: 'prebuilt-text', alike: 'default', linked: true, sizes: SOME },
  'prebuilt-buffer': { variant: 'prebuilt-buffer', alike: 'default', linked: true, sizes: SOME },
  bare: { variant: 'bare', alike: 'bare', sizes: SOME },
  'bare-no-schema': { variant: 'bare-no-schema', alike: 'bare', sizes: SOME },
  'plugin-only': { variant: 'plugin-only', alike: 'bare', sizes: [1, 100] },
  'hyper-wide': { variant: 'hyper', fixture: wide, alike: 'default-wide', linked: true, sizes: ALL },
  'hand-wide': { variant: 'hand', fixture: wide, alike: 'default-wide', linked: true, sizes: ALL },
  'hand-listed-wide': { variant: 'hand-listed', fixture: wide, alike: 'default-wide', linked: true, sizes: SOME },
  'prebuilt-text-wide': { variant: 'prebuilt-text', fixture: wide, alike: 'default-wide', linked: true, sizes: SOME },
  'prebuilt-buffer-wide': {
    variant: 'prebuilt-buffer', fixture: wide, alike: 'default-wide', linked: true, sizes: SOME
  },
  'bare-wide': { variant: 'bare', fixture: wide, alike: 'bare-wide', sizes: SOME },
  'hyper-nested': {
    variant: 'hyper', fixture: nested, alike: 'default-nested', linked: true, sizes: SOME, gate: [100]
  },
  'hand-nested': {
    variant: 'hand', fixture: nested, alike: 'default-nested', linked: true, sizes: SOME, gate: [100]
  },
  'floor-nested': {
    variant: 'floor', fixture: nested, alike: 'default-nested', linked: true, sizes: SOME, gate: [100]
  },
  'prebuilt-text-nested': {
    variant: 'prebuilt-text', fixture: nested, alike: 'default-nested', linked: true, sizes: SOME
  },
  'hyper-page': {
    variant: 'hyper-page', fixture: page, alike: 'default-page', linked: true, sizes: PAGES, gate: PAGES
  },
  'hand-no-schema-page': {
    variant: 'hand-no-schema-page', fixture: page, alike: 'default-page', linked: true, sizes: PAGES, gate: PAGES
  },
  'hand-page': { variant: 'hand-page', fixture: page, alike: 'default-page', linked: true, sizes: PAGES, gate: PAGES },
  'floor-page': {
    variant: 'floor-page', fixture: page, alike: 'default-page', linked: true, sizes: PAGES, gate: PAGES
  },
  'prebuilt-text-page': {
    variant: 'prebuilt-text-page', fixture: page, alike: 'default-page', linked: true, sizes: PAGES
  },
  'hyper-hal': { variant: 'hyper', accept: 'application/hal+json', alike: 'hal', sizes: SOME },
  'hand-hal': { variant: 'hand-hal', alike: 'hal', sizes: SOME },
  'hyper-hal-forms': {
    variant: 'hyper', accept: 'application/prs.hal-forms+json', alike: 'hal-forms', linked: true, sizes: SOME
  },
  'hand-hal-forms': { variant: 'hand-hal-forms', alike: 'hal-forms', linked: true, sizes: SOME },
  'hyper-form': {
    variant: 'hyper-form',
    accept: 'application/prs.hal-forms+json',
    linked: true,
    fields: ['reason', 'note'],
    sizes: SOME
  },
  'fastify-halson': { variant: 'fastify-halson', linked: true, sizes: [1, 100] },
  'fastify-halson-page': { variant: 'fastify-halson-page', fixture: page, linked: true, sizes: PAGES },
  'bare-page': { variant: 'bare-page', fixture: page, sizes: PAGES },
  'fastify-ts-japi': { variant: 'fastify-ts-japi', linked: true, sizes: [1, 100] },
  'fastify-jsonapi-serializer': { variant: 'fastify-jsonapi-serializer', linked: true, sizes: [1, 100] },
  'express-halson': { variant: 'express-halson', linked: true, sizes: [1, 100] },
  'express-hand': { variant: 'express-hand', alike: 'default', linked: true, sizes: [1, 100] },
  'nest-express-hand': { variant: 'nest-express-hand', alike: 'default', linked: true, sizes: [1, 100] },
  'nest-fastify-hand': { variant: 'nest-fastify-hand', alike: 'default', linked: true, sizes: [1, 100] },
  'express-hand-page': {
    variant: 'express-hand-page', fixture: page, alike: 'default-page', linked: true, sizes: PAGES
  },
  'nest-express-hand-page': {
    variant: 'nest-express-hand-page', fixture: page, alike: 'default-page', linked: true, sizes: PAGES
  },
  'nest-fastify-hand-page': {
    variant: 'nest-fastify-hand-page', fixture: page, alike: 'default-page', linked: true, sizes: PAGES
  },
  'hapi-halacious': { variant: 'hapi-halacious', accept: 'application/hal+json', linked: true, sizes: [1, 100] }
}

/** The fixtures: what stands at the end of the names of their cases. */
export const FIXTURES = ['', '-wide', '-nested', '-page']

/** What `npm run bench -- frameworks` compares: one order, 100, and a page of 100, in each of these. */
export const FRAMEWORKS = [
  'bare', 'hyper', 'hand-no-schema', 'hand', 'fastify-halson', 'express-hand', 'nest-express-hand', 'nest-fastify-hand'
]

/** The peers that the goals name, by fixture. */
export const PEERS = {
  '': ['fastify-halson', 'fastify-ts-japi', 'express-halson', 'hapi-halacious'],
  '-page': ['fastify-halson-page']
}
