import type { Test } from 'tap'

/** The rejections that nothing handles until the test ends; without it, the first ends the process. */
export function unhandledRejections (t: Pick<Test, 'teardown'>): unknown[] {
  const reasons: unknown[] = []
  const note = (reason: unknown) => { reasons.push(reason) }
  process.on('unhandledRejection', note)
  t.teardown(() => { process.off('unhandledRejection', note) })
  return reasons
}
