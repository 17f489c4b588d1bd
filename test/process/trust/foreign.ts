import { isReviewer, isStaff, numberOf, rows } from './tenants.app.ts'

/** One request of a user. */
export interface Reading {
  readonly user: string
  readonly host: string
  readonly url: string
  readonly accept: string
}

// Where the representation of a user has the user's own name: in links, actions and embedded resources.
const OWN = [/(?:profiles|notes|(?:edit|marks)\/\d)\/(user-\d+-)/g, /"of\\?":\\?"(user-\d+-)\\?"/g]

const HOSTS = /\bh\d+\.example\b/g

/**
 * Returns what is in a response that only another user may have there, or what its user should have; null for neither.
 */
export function foreign (reading: Reading, payload: string): string | null {
  const { user, host, url } = reading
  for (const pattern of OWN) {
    for (const [, name] of payload.matchAll(pattern)) if (name !== user) return `a link or note of ${name}`
  }
  for (const [name] of payload.matchAll(/user-\d+-/g)) {
    if (name !== user && numberOf(name) >= rows.length) return `the name of ${name}`
  }
  for (const [name] of payload.matchAll(HOSTS)) if (name !== host) return `the host ${name}`
  if (url.startsWith('/leaflets')) return null
  if (/\/staff\\?"/.test(payload) !== isStaff(user)) return 'the link of staff'
  return foreignRow(reading, payload)
}

function foreignRow ({ user, url, accept }: Reading, payload: string): string | null {
  const [, only] = /\/(\d+)$/.exec(url) ?? []
  const hasActions = accept !== 'application/hal+json'
  for (const row of only === undefined ? rows : [rows[Number(only)]!]) {
    const isOwner = row.owner === user
    if (payload.includes(`/edit/${row.id}/`) !== (isOwner && hasActions)) {
      return `the action of the owner of row ${row.id}`
    }
    if (new RegExp(`/secrets/${row.id}\\b`).test(payload) !== isOwner) return `the guarded link of row ${row.id}`
    if (payload.includes(`/reviews/${row.id}/`) !== isReviewer(user, row)) {
      return `the link of reviewers of row ${row.id}`
    }
    if (!payload.includes(`/marks/${row.id}/${user}`)) return `no mark of row ${row.id}`
  }
  return null
}
