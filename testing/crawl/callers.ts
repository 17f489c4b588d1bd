import { isShared } from './checks/shared-response.ts'
import { eventPlace, type Record } from './record.ts'
import type { Session } from './session.ts'
import type { Visitor } from './visitor.ts'
import { readKey, type Walk } from './walk.ts'

/** Compares what a shared cache may store with what the other callers get at the same URL in the same format. */
export async function compareCallers (
  session: Session, walk: Walk, visitors: readonly Visitor[], record: Record
): Promise<void> {
  for (const { source: one, steps } of [...walk.read.values()].filter(({ source }) => isShared(source))) {
    const { visitor, path } = one
    const others = visitors.filter(({ caller, format }) =>
      format === visitor.format && caller.name !== visitor.caller.name)
    for (const other of others) {
      // A URL that is not linked for a caller, a cache still serves.
      const response = walk.read.get(readKey(other, path))?.source ?? await session.send(other, 'GET', path)
      const again = () => session.send(visitor, 'GET', path)
      await record.judge({ kind: 'callers', one, other: response, again }, eventPlace(one, steps))
    }
  }
}
