import type { HyperPage } from '../declare/pages.ts'
import type { WireFormat } from '../formats/format.ts'
import { onlyElement } from '../json/json-array.ts'
import { isObjectText, memberSpans } from '../json/json-text.ts'
import { ownWriter } from './own-text.ts'
import type { WrittenArray } from './own-texts.ts'
import type { Exchange, RoutePlan } from './service.ts'

// A serializer of the app may sort a list, leave elements out or write others. An element gets the links of a value only where the
// same serializer writes the same text for a list of that value alone.

/** Writes a list of one value as the list of a response is written. */
export function elementWriter (exchange: Exchange): WrittenArray['alone'] {
  const write = ownWriter(exchange, null)
  return value => onlyElement(attempt(() => write([value])))
}

/** Writes the items of a page of one value as the page is written. */
export function itemWriter (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>): WrittenArray['alone'] {
  const write = ownWriter(exchange, format)
  return value => {
    const body = attempt(() => write(Object.assign(Object.create(Object.getPrototypeOf(page) as object) as object, page, { items: [value] })))
    if (!isObjectText(body)) return null
    const items = memberSpans(body).find(span => span.name === 'items')
    return items === undefined ? null : onlyElement(body.slice(items.valueStart, items.end))
  }
}

// A schema may refuse a list of one, as by minItems.
function attempt (write: () => unknown): unknown {
  try {
    return write()
  } catch {
    return null
  }
}

/** Reports that the elements of a list got no links (`HYPER018`), once for each route. */
export function reportOrder ({ place, service }: RoutePlan): void {
  service.environment.notices.warn('HYPER018', place, () => [])
}
