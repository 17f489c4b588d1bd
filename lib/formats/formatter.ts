// Formatters of the app: what they get of a resource, and what is checked of what they return.
import type {
  HypermediaFormatter, ProjectedAction, ProjectedPage, ProjectedResource
} from '../../types/formats.ts'
import { ignoreRejections } from '../async/promises.ts'
import type { Resolution } from '../context/resolution.ts'
import { formatterPlace, kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { jsonMembers } from '../json/object.ts'
import type { CompiledConfig, WholeAction } from '../links/compiled.ts'
import type { PresentAction, PresentResource, ResourceFormat } from './format.ts'
import { writtenBy } from './output.ts'
import { linkRecords } from './present.ts'

type Type = Pick<CompiledConfig, 'name' | 'paging'>

/** A resource without a configuration. */
const PLAIN: Omit<PresentResource, 'body'> = {
  data: null, isWhole: false, items: [], relations: [], actions: [], embedded: new Map()
}

/** Writes an object without a configuration with a formatter of the app. */
export function writePlain (formatter: HypermediaFormatter, body: string, resolution: Resolution): string {
  return new FormatterFormat(formatter, { name: null }).format({ ...PLAIN, body }, resolution)
}

/** Writes the resources of one type with a formatter of the app. */
export class FormatterFormat implements ResourceFormat {
  readonly #formatter: HypermediaFormatter
  readonly #type: Type
  readonly dataOf?: NonNullable<ResourceFormat['dataOf']>

  /** @param type without a name for resources without a configuration */
  constructor (formatter: HypermediaFormatter, type: Type) {
    this.#formatter = formatter
    this.#type = type
    if (formatter.data !== undefined) this.dataOf = kind => formatter.data!(this.#project(kind))
  }

  format (resource: PresentResource, { context }: Resolution): string {
    const { mediaType } = this.#formatter
    const projected = this.#project(resource)
    if (resource.data === null && projected.embedded.size === 0) projected.data = this.#dataIn(projected)
    return writtenBy(mediaType, 'format', () => this.#formatter.format(projected, context))
  }

  #project ({ isWhole, items, relations, actions, body, data, embedded }: PresentResource) {
    const lists = items.filter(({ isOne }) => !isOne)
    const links = linkRecords(relations)
    return {
      type: this.#type.name,
      isWhole,
      items: lists.length === 1 ? lists[0]!.relation : null,
      self: links.find(({ rel, templated }) => rel === 'self' && templated !== true)?.href ?? null,
      links,
      actions: actions.map(actionRecord),
      body,
      data,
      page: pageOf(this.#type, body),
      embedded
    } satisfies ProjectedResource
  }

  #dataIn (resource: ProjectedResource): string | null {
    if (this.#formatter.data === undefined) return null
    const write: unknown = this.#formatter.data(resource)
    if (typeof write !== 'function') return this.#failData(write)
    const data: unknown = (write as (body: string) => unknown)(resource.body)
    if (typeof data === 'string' || data === null) return data
    return this.#failData(data)
  }

  #failData (data: unknown): never {
    ignoreRejections(data)
    const remedy = 'data(kind) returns a function, which returns a string or null.'
    const place = formatterPlace(this.#formatter.mediaType)
    return fail('FST_ERR_HYPER_INVALID_FORMATTER', place, `its data is ${kindOf(data)}`, remedy)
  }
}

function actionRecord ({ name, action }: PresentAction): ProjectedAction {
  const { href, method, title, contentType, deprecation, form } = action as WholeAction
  return {
    name,
    href,
    method,
    ...title !== null && { title },
    ...contentType !== null && { contentType },
    ...deprecation !== null && { deprecation },
    ...form.fields.length > 0 && { fields: form.fields }
  }
}

// Only what is sent: a response schema may omit the total.
function pageOf ({ paging }: Type, body: string): ProjectedPage | null {
  if (paging === undefined) return null
  if (paging.total === null) return { total: null }
  const json = paging.total.split('.').reduce((json, name) => jsonMembers(json).get(name) ?? '', body)
  const total = Number(json)
  if (json === '' || !Number.isSafeInteger(total)) return { total: null }
  return { total }
}
