import t from 'tap'
import { matches } from '../../../client/pattern.ts'

// What recheck finds to attack a pattern of a server does not slow the client.
// The other tests of patterns are in test/client.

// Its binary, where there is one for the machine, else JavaScript. It is read on import.
process.env['RECHECK_BACKEND'] = 'auto'
const { check } = await import('recheck')

t.test('the engine is given one character at a time, whatever the pattern', async t => {
  const bodies = ['a+', 'a*', 'a|a', '(a)(a?)', '[ab]+a']
  const groups = [['(', ')+'], ['(?:(?:', '))*'], ['((', ')){2,}'], ['(?:(?:', ')b?)*'], ['', '.*.*']]
  const attacks: [pattern: string, value: string][] = []
  for (const pattern of bodies.flatMap(body => groups.map(([open, close]) => `${open}${body}${close}c`))) {
    const found = await check(`^(?:${pattern})$`, 'u', { timeout: 2000 })
    if (found.status === 'vulnerable') attacks.push([pattern, found.attack.string.slice(0, 500)])
  }
  t.ok(attacks.length > 10, `${attacks.length} are exponential or polynomial`)
  for (const [pattern, value] of attacks) {
    t.equal(matches(value, pattern), false, pattern)
    const strings = executed(() => matches(value, pattern)).filter(string => string !== pattern)
    t.ok(strings.every(string => [...string].length === 1), 'one at a time')
    t.ok(strings.length <= pattern.length * value.length, `${strings.length} comparisons of ${value.length} characters`)
  }
})

// The strings that regular expressions are run on.
function executed (run: () => unknown): string[] {
  const strings: string[] = []
  const { exec } = RegExp.prototype
  const replace = (value: RegExp['exec']) => Reflect.set(RegExp.prototype, 'exec', value)
  replace(function (this: RegExp, string) {
    strings.push(string)
    return exec.call(this, string)
  })
  try {
    run()
  } finally {
    replace(exec)
  }
  return strings
}
