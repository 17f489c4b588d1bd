/**
 * Returns the `Authorization` header of a token: a bearer token, unless it names another scheme (`Basic …`).
 * Returns null if the token is empty.
 */
export function authorizationOf (token: string): readonly [name: string, value: string] | null {
  const value = token.trim()
  if (value === '') return null
  return ['Authorization', value.includes(' ') ? value : `Bearer ${value}`]
}
