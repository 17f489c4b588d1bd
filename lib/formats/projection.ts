// Resources as formatters of the app get them.
import type { HypermediaFormatter, ProjectedKind, ProjectedPage, ProjectedResource } from '../../types/formats.ts'
import { ignoreRejections } from '../async/promises.ts'
import type { Resolution } from '../context/resolution.ts'
import { formatterPlace, kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { jsonMembers } from '../json/object.ts'
import type { CompiledConfig, EmbeddedJson, ResolvedResource } from '../links/compiled.ts'
import type { Items } from './format.ts'
import { actionRecords, linkRecords } from './records.ts'

const PLAIN: Omit<ProjectedResource, 'body' | 'data'> = {
  type: null, isWhole: false, items: null, self: null, page: null, links: [], actions: [], embedded: new Map()
}

/** Returns an object without a configuration. */
export function plainResource (formatter: HypermediaFormatter, body: string): ProjectedResource {
  return { ...PLAIN, body, data: dataOf(formatter, PLAIN, body) }
}

/** Makes the resources of one configuration the argument of a formatter. */
export class Projection {
  readonly compiled: CompiledConfig
  readonly formatter: HypermediaFormatter

  constructor (compiled: CompiledConfig, formatter: HypermediaFormatter) {
    this.compiled = compiled
    this.formatter = formatter
  }

  /** @param mark what stands for the data */
  of (
    body: string, resource: ResolvedResource, items: readonly Items[], isWhole: boolean, resolution: Resolution,
    mark?: string
  ): ProjectedResource {
    const { compiled, formatter } = this
    const lists = items.filter(({ isOne }) => !isOne)
    const links = linkRecords(compiled, resource, resolution)
    const projected = {
      type: compiled.name,
      isWhole,
      items: lists.length === 1 ? lists[0]!.relation : null,
      self: links.find(({ rel, templated }) => rel === 'self' && templated !== true)?.href ?? null,
      links,
      actions: actionRecords(compiled, resource, resolution),
      body,
      data: mark ?? null,
      page: pageOf(compiled, body),
      embedded: embeddedJson(compiled, resource, items)
    }
    if (mark === undefined && projected.embedded.size === 0) projected.data = dataOf(formatter, projected, body)
    return projected
  }
}

function dataOf (formatter: HypermediaFormatter, kind: ProjectedKind, body: string): string | null {
  if (formatter.data === undefined) return null
  const write: unknown = formatter.data(kind)
  if (typeof write !== 'function') return failData(formatter, write)
  const data: unknown = (write as (body: string) => unknown)(body)
  return typeof data === 'string' || data === null ? data : failData(formatter, data)
}

function failData ({ mediaType }: HypermediaFormatter, data: unknown): never {
  ignoreRejections(data)
  const remedy = 'data(kind) returns a function, which returns a string or null.'
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', formatterPlace(mediaType), `its data is ${kindOf(data)}`, remedy)
}

// Only what is sent: a response schema may omit the total.
function pageOf ({ paging }: CompiledConfig, body: string): ProjectedPage | null {
  if (paging === undefined) return null
  const path = paging.total?.split('.') ?? []
  const json = path.reduce<string | undefined>((json, name) => jsonMembers(json ?? '').get(name), body)
  const total = path.length === 0 || json === undefined ? NaN : Number(json)
  return { total: Number.isSafeInteger(total) ? total : null }
}

// The lists of a page or an envelope come first. An embedded relation of the same name is omitted.
function embeddedJson (
  { embeds }: CompiledConfig, { embedded }: ResolvedResource, items: readonly Items[]
): Map<string, NonNullable<EmbeddedJson>> {
  const members = new Map<string, NonNullable<EmbeddedJson>>()
  for (const { relation, json, isOne } of items) members.set(relation, isOne ? json[0]! : json)
  embeds.forEach(({ relation }, index) => {
    const json = embedded[index]!
    if (json !== null && !members.has(relation)) members.set(relation, json)
  })
  return members
}
