// Programs of client authors: each reads an order with one generator's client, and uses its links and actions.

/** What a generated client is called with. */
export interface Operation {
  /** The name of the function that reads an order. */
  readonly read: string
}

/** The members that a program uses. A relation that is not declared does not compile. */
const USE = `
  const self: string | undefined = data._links.self?.href
  const cancel: { href: string, method: string } | undefined = data._actions?.cancel
  const status: string = data.status
  // @ts-expect-error The order has no such relation.
  data._links.nothing
  // @ts-expect-error The order has no such action.
  data._actions?.nothing
  return { self, cancel, status }
}
`

/** The programs by the name of their generator. */
export const CLIENTS: Readonly<Record<string, (operation: Operation) => string>> = {
  'openapi-fetch': () => `
import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript.ts'

export async function useOrder (baseUrl: string) {
  const { data } = await createClient<paths>({ baseUrl }).GET('/orders/{id}', { params: { path: { id: '1' } } })
  if (data === undefined) throw new Error('There is no order.')
${USE}`,
  'hey-api': ({ read }) => `
import { ${read} } from './hey-api/sdk.gen'

export async function useOrder (baseUrl: string) {
  const { data } = await ${read}({ baseUrl, path: { id: '1' } })
  if (data === undefined) throw new Error('There is no order.')
${USE}`,
  orval: ({ read }) => `
import { ${read} } from './orval'

export async function useOrder () {
  const response = await ${read}('1')
  if (response.status !== 200) throw new Error('There is no order.')
  const { data } = response
${USE}`,
  'swagger-typescript-api': ({ read }) => `
import { Api } from './swagger-typescript-api'

export async function useOrder (baseUrl: string) {
  const { data } = await new Api({ baseUrl }).orders.${read}('1')
${USE}`
}
