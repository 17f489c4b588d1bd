import t from 'tap'
import { isPromise } from '../../../lib/async/promises.ts'
import { awaited, type Batch, computed, Later, run, type Steps, together } from '../../../lib/async/steps.ts'
import { unhandledRejections } from '../../support/rejections.ts'

// Computations that may wait: they run at once as far as they can.

const soon = <V>(value: V) => new Promise<V>(resolve => setImmediate(() => resolve(value)))

function * sum (one: number | Promise<number>, other: number | Promise<number>): Steps<number> {
  return (yield * awaited(one)) + (yield * awaited(other))
}

t.test('the result is a promise only if something waits', async t => {
  t.equal(run(sum(1, 2)), 3)
  for (const steps of [sum(soon(1), 2), sum(1, soon(2)), sum(soon(1), soon(2))]) {
    const result = run(steps)
    t.ok(isPromise(result))
    t.equal(await result, 3)
  }
})

t.test('a rejection is thrown where a computation waits', async t => {
  function * caught (): Steps<unknown> {
    try {
      return yield * awaited(Promise.reject(new Error('broken')))
    } catch (error) {
      return (error as Error).message
    }
  }
  t.equal(await run(caught()), 'broken')
  await t.rejects(async () => run(sum(1, Promise.reject(new Error('broken')))), { message: 'broken' })
})

t.test('a check runs after each wait, and ends the computation', async t => {
  let checks = 0
  t.equal(await run(sum(soon(1), soon(2)), () => { checks++ }), 3)
  t.equal(checks, 2)
  await t.rejects(async () => run(sum(soon(1), 2), () => { throw new Error('left') }), { message: 'left' })
  t.equal(run(sum(1, 2), () => { throw new Error('left') }), 3, 'not if nothing waits')
})

/** A batch that doubles numbers, and the values of its calls. */
class Doubles implements Batch {
  readonly calls: (readonly unknown[])[] = []
  readonly known = new Map<unknown, number>()

  async evaluate (values: readonly unknown[]): Promise<void> {
    this.calls.push(values)
    for (const value of values) this.known.set(value, 2 * (value as number))
  }

  * of (value: number): Steps<number> {
    if (!this.known.has(value)) yield [{ batch: this, value }]
    return this.known.get(value)!
  }
}

t.test('a batch evaluates a value of a computation by itself', async t => {
  const doubles = new Doubles()
  t.equal(await run(doubles.of(4)), 8)
  t.strictSame(doubles.calls, [[4]])
})

t.test('together: no promise is left without a handler when another result throws', async t => {
  const unhandled = unhandledRejections(t)
  function * rejects (): Steps<number> { return (yield Promise.reject(new Error('late'))) as number }
  const start = (index: number) => {
    if (index === 1) throw new Error('at once')
    return new Later(rejects())
  }
  t.throws(() => run(together(2, start)), { message: 'at once' })
  await soon(null)
  t.strictSame(unhandled, [])
})

t.test('together: results in their order, and at most so many wait at once', async t => {
  let running = 0
  let most = 0
  function * one (index: number): Steps<number> {
    most = Math.max(most, ++running)
    yield soon(null)
    running--
    return index
  }
  t.strictSame(await run(together(10, index => new Later(one(index)), 4)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  t.equal(most, 4)
  t.strictSame(run(together(3, index => index)), [0, 1, 2], 'at once if nothing waits')
})

t.test('together: what computations ask batches is asked together, after promises', async t => {
  const doubles = new Doubles()
  function * one (index: number): Steps<number> {
    const value = index % 2 === 0 ? index : yield * awaited(soon(index))
    return yield * doubles.of(value)
  }
  function * asked (): Steps<readonly number[]> {
    const steps = together(4, index => new Later(one(index)))
    let next = steps.next()
    while (next.done !== true) {
      const wait = next.value
      if (Array.isArray(wait)) questions.push(wait.map(({ value }: { value: unknown }) => value))
      next = steps.next(yield wait)
    }
    return next.value
  }
  const questions: unknown[] = []
  t.strictSame(await run(asked()), [0, 2, 4, 6])
  t.strictSame(questions, [[0, 2, 1, 3]])
})

t.test('a computed result and a result are waited for alike', t => {
  t.equal(run(computed(5)), 5)
  t.equal(run(computed(new Later(sum(2, 3)))), 5)
  t.end()
})
