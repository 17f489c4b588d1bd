import { pathOf } from '../../hypermedia/destination.ts'
import { isObject, linksOf, member } from '../../hypermedia/read.ts'
import type { Exchange } from './http/exchange.ts'

const RELATIONS = ['up', 'collection']

/** Returns the path of the `up` or `collection` link of the resource in a response, or null. */
export function parentOf (exchange: Exchange | null): string | null {
  const response = exchange?.response
  if (response?.body.kind !== 'json' || !isObject(response.body.value)) return null
  const links = linksOf(member(response.body.value, '_links'))
  const found = RELATIONS.flatMap(relation =>
    links.find(({ name }) => name === relation)?.items.find(({ templated }) => !templated) ?? [])
  return found[0] === undefined ? null : pathOf(found[0].href, response.url)
}
