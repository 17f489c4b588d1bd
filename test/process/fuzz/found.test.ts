import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'

// Every input of the corpus of every target, those among them that once failed.
// `npm run test:apart -- fuzz <target>` adds to them. And random inputs, which are the same in each run.

// The compiled tests are in build/, and the corpus is not.
const CORPUS = new URL(
  `${import.meta.url.includes('/build/test/') ? '../../../../' : '../../../'}test/process/fuzz/corpus/`, import.meta.url
)

for (const target of readdirSync(new URL('targets/', import.meta.url)).filter(name => /\.[jt]s$/.test(name))) {
  const { fuzz } =
    await import(new URL(`targets/${target}`, import.meta.url).href) as { fuzz: (data: Buffer) => void | Promise<void> }
  t.test(`the corpus of ${target.slice(0, -3)}`, async t => {
    const folder = new URL(`${target.slice(0, -3)}/`, CORPUS)
    const inputs = readdirSync(folder)
    t.ok(inputs.length > 2, `${inputs.length} inputs`)
    for (const name of inputs) await t.resolves(async () => fuzz(readFileSync(new URL(name, folder))), name)
    await t.resolves(async () => { for (const input of randomInputs()) await fuzz(input) }, 'random inputs of one seed')
  })
}

// A linear congruential generator: the same bytes on every machine.
function * randomInputs (): Generator<Buffer> {
  let state = 42
  const byte = () => (state = Math.imul(state, 1664525) + 1013904223 >>> 0) >>> 24
  for (let count = 0; count < 40; count++) yield Buffer.from(Array.from({ length: byte() }, byte))
}
