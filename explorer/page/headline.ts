import { isObject, stringMember } from '../../hypermedia/read.ts'
import { labelFor, nameIn } from '../../views/resource-label.ts'
import { useSender } from './explorer.ts'
import type { Exchange } from './http/exchange.ts'
import { useOwn } from './own-endpoint.ts'

/** Returns what the content of a response is called, as on pages: `Order 42`, `Orders`; else its path. */
export function useHeadline ({ request: { path }, response }: Exchange): string {
  const { settings: { entryPoint } } = useSender()
  const found = useOwn('names', path)
  const value = response?.body.kind === 'json' && response.status < 400 ? response.body.value : undefined
  if (value === undefined || !isObject(found)) return path
  const type = stringMember(found, 'type') ?? null
  const label = isObject(value) ? (type === null ? nameIn(value) : labelFor(value, type)) : null
  return label ?? (path === entryPoint ? 'Start' : type ?? (stringMember(found, 'noun') || path))
}
