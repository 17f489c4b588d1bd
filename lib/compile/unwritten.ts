import type { Notices } from '../notices.ts'

/** Says once that embedded children have no schema to be written by (`HYPER004`). */
export function sayUnwritten (notices: Notices, subject: string, place: string): void {
  notices.say('HYPER004', subject, () => `${place}: the children are written without a schema, so every field of theirs is sent. Give their link configuration a { schema }`, place)
}
