// What the API offers, from its declarations: the same for every caller.
import type { ApiModel, ModelType, ModelVariable, TypeAction, TypeRelation } from '../lib/model/model.ts'
import { Parameters } from '../lib/schema/parameters.ts'
import { selfContained } from '../lib/schema/self-contained.ts'
import { annotationsOf } from './annotations.ts'
import { isSendable } from './document.ts'
import { inputSchemaOf } from './field-schema.ts'

/** The resource types of an API. */
export type Catalogue = readonly CatalogueEntry[]

interface CatalogueEntry {
  readonly full: object
  /** With the routes that are read only. */
  readonly brief: { readonly type: string, readonly routes: readonly string[] }
  readonly words: Words
  readonly offers: readonly Offer[]
}

/** A relation, an embedded relation or an action of a type. */
interface Offer {
  readonly member: 'relations' | 'embedded' | 'actions'
  readonly full: object
  /** Without schemas. */
  readonly brief: object
  readonly words: Words
}

type Words = ReadonlySet<string>

/** What `find` returns: of each type, what matches best. */
export interface Found {
  readonly types: readonly object[]
  /** How many relations and actions of these types are omitted. */
  readonly omitted?: number
}

/** Describes the types of an API that have routes, relations, embedded resources or actions. */
export function catalogueOf ({ types }: ApiModel): Catalogue {
  return types.map(entryOf).filter(({ brief, offers }) => brief.routes.length > 0 || offers.length > 0)
}

function entryOf ({ name, routes, relations, embedded, actions, item }: ModelType): CatalogueEntry {
  return {
    full: { type: name, ...(item === undefined || item === null ? {} : { itemType: item }), routes },
    brief: { type: name, routes: routes.filter(route => route.startsWith('GET ')) },
    words: wordsIn([name, ...routes]),
    offers: [
      ...actions.filter(({ contentType }) => isSendable(contentType)).map((action): Offer => ({
        member: 'actions',
        full: describeAction(action),
        brief: {
          action: action.name,
          ...(action.title === null ? {} : { title: action.title }),
          route: routeOf(action),
          ...marked(action),
          ...listed('input', membersOf(action))
        },
        words: wordsIn([action.name, action.title ?? '', routeOf(action) ?? '', ...membersOf(action)])
      })),
      ...relations.filter(({ relation }) => !isOwn(relation, item !== undefined)).map((relation): Offer => ({
        member: 'relations',
        full: describeRelation(relation),
        brief: {
          relation: relation.relation,
          type: relation.target,
          ...listed('variables', (relation.variables ?? []).map(({ name }) => name))
        },
        words: wordsIn([relation.relation, relation.target ?? ''])
      })),
      ...embedded.map(({ relation, target, always }): Offer => ({
        member: 'embedded',
        full: { relation, type: target, always },
        brief: { relation, type: target },
        words: wordsIn([relation, target ?? ''])
      }))
    ]
  }
}

function describeRelation ({ relation, target, always, deprecated, variables = [] }: TypeRelation): object {
  return {
    relation,
    type: target,
    always,
    ...(deprecated ? { deprecated } : {}),
    ...(variables.length === 0
      ? {}
      : {
          variables: variables.map(variableOf)
        })
  }
}

function describeAction (action: TypeAction): object {
  const { name, title, method, route, input, output, always, deprecated, dangerous, requiresIfMatch } = action
  return {
    action: name,
    ...(title === null ? {} : { title }),
    route: routeOf(action),
    always,
    ...(deprecated ? { deprecated } : {}),
    ...(requiresIfMatch ? { requiresEtag: true } : {}),
    ...(input === undefined || input === null ? {} : { inputSchema: inputSchemaOf(input, method) }),
    output: output.types.filter(type => type !== null),
    ...marked(action),
    ...(route === null ? {} : { annotations: annotationsOf({ method, isDangerous: dangerous }) })
  }
}

// As results of other tools mark what cannot be undone.
function marked ({ dangerous }: TypeAction): object {
  return dangerous ? { dangerous } : {}
}

function listed (member: string, names: readonly string[]): object {
  return names.length === 0 ? {} : { [member]: names }
}

// Every resource has itself, and every list its pages.
function isOwn (relation: string, isList: boolean): boolean {
  return relation === 'self' || (isList && ['first', 'prev', 'next', 'last'].includes(relation))
}

function routeOf ({ method, route }: TypeAction): string | null {
  return route === null ? null : `${method} ${route.url}`
}

function variableOf ({ name, required, schema }: ModelVariable): object {
  return {
    name,
    ...(required ? { required } : {}),
    ...(schema === null ? {} : { schema: selfContained(schema) })
  }
}

function membersOf ({ input }: TypeAction): string[] {
  return input === undefined || input === null ? [] : new Parameters(input).names
}

const MOST_CHARACTERS = 2000

// Worse matches are omitted if not everything fits.
const WORST_SHARE = 4

/**
 * Returns what the words of a query match best, in at most 2,000 characters: all of the types that match, with schemas,
 * if that fits, else the best matches only. Without words, it returns all types.
 * @param used the characters of the result around it
 */
export function search (catalogue: Catalogue, query: string, used = 0): Found {
  const words = wordsIn([query])
  const ranked = rank(catalogue, words)
  const most = MOST_CHARACTERS - used
  const best = ranked.filter(({ score }) => words.size === 0 || score >= ranked[0]!.score / WORST_SHARE)
  return collect(ranked, 'full', most) ?? collect(best, 'full', most) ?? collect(best, 'brief', most)!
}

interface Ranked {
  readonly score: number
  readonly entry: CatalogueEntry
  /** Null for the type itself, which precedes what it offers. */
  readonly offer: Offer | null
}

// A match with a relation or an action counts more than one with its type.
function rank (catalogue: Catalogue, query: Words): Ranked[] {
  const typeScores = scoresOf(catalogue, query)
  const offerScores = scoresOf(catalogue.flatMap(({ offers }) => offers), query)
  return catalogue.flatMap(entry => {
    const ofType = typeScores.get(entry)! / 4
    const offers = entry.offers.map(offer => ({ score: offerScores.get(offer)! + ofType, entry, offer }))
    const score = Math.max(ofType, ...offers.map(({ score }) => score))
    if (score === 0 && query.size > 0) return []
    return [{ score: query.size === 0 ? 1 : score, entry, offer: null }, ...offers]
  }).sort((one, other) => other.score - one.score)
}

// Each word counts, and more, the fewer it matches.
function scoresOf<T extends { readonly words: Words }> (all: readonly T[], query: Words): ReadonlyMap<T, number> {
  const scores = new Map(all.map(one => [one, 0]))
  for (const word of query) {
    const matched = all.flatMap(one => {
      const weight = matchOf(one.words, word)
      return weight === 0 ? [] : [{ one, weight }]
    })
    for (const { one, weight } of matched) scores.set(one, scores.get(one)! + weight * (1 + 1 / matched.length))
  }
  return scores
}

/** Returns what fits into a number of characters; null if something does not fit with schemas. */
function collect (ranked: readonly Ranked[], detail: 'full' | 'brief', most: number): Found | null {
  const types = new Map<CatalogueEntry, Record<Offer['member'], object[]>>()
  let left = most - JSON.stringify({ types: [], omitted: ranked.length }).length
  let omitted = 0
  for (const { entry, offer } of ranked) {
    const known = types.get(entry)
    const added = offer === null ? { ...entry[detail], relations: [], embedded: [], actions: [] } : offer[detail]
    left -= JSON.stringify(added).length + 1
    if (left < 0 && detail === 'full') return null
    if (left < 0) omitted++
    else if (offer === null) types.set(entry, { relations: [], embedded: [], actions: [] })
    else known![offer.member].push(added)
  }
  const isShown = ([, offers]: [string, object[]]) => detail === 'full' || offers.length > 0
  return {
    types: [...types].map(([entry, offers]) =>
      ({ ...entry[detail], ...Object.fromEntries(Object.entries(offers).filter(isShown)) })),
    ...(omitted === 0 ? {} : { omitted })
  }
}

const SHORTEST_BEGINNING = 4

// Words with the same beginning match by half: `orders` and `order`, `cancelled` and `cancel`.
function matchOf (words: Words, word: string): number {
  if (words.has(word)) return 1
  const isLike = [...words].some(known => {
    const [short, long] = known.length < word.length ? [known, word] : [word, known]
    return short.length >= SHORTEST_BEGINNING && long.startsWith(short)
  })
  return isLike ? 0.5 : 0
}

/** Returns the words in names, in lower case: `CancelOrder` and `cancel-order` have the same. */
function wordsIn (names: readonly string[]): Words {
  const text = names.join(' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return new Set(text.split(/[^\p{L}\p{N}]+/u).filter(word => word !== ''))
}
