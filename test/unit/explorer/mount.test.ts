import t from 'tap'
import { addressesAt } from '../../../explorer/mount.ts'

t.test('the addresses on the page, by the URL of the request', async t => {
  const rows: ReadonlyArray<readonly [url: string, files: string, entryPoint: string]> = [
    ['/explorer', './explorer/', './explorer/../home'],
    ['/explorer/', './', './../home'],
    ['/explorer?x=/y', './explorer/', './explorer/../home'],
    ['/explorer/?x=/y', './', './../home'],
    ['/explorer?a?b\n/c', './explorer/', './explorer/../home'],
    ['explorer', './explorer/', './explorer/../home'],
    ['', './', './../home']
  ]
  for (const [url, files, entryPoint] of rows) {
    t.same(addressesAt(url, '/explorer', '/home'), { files, entryPoint }, JSON.stringify(url))
  }
})

/** How often a regular expression is executed by a function. */
function executions (run: () => void): number {
  const prototype: Pick<RegExp, 'exec'> = RegExp.prototype
  const { exec } = prototype
  let count = 0
  prototype.exec = function (string) {
    count++
    return exec.call(this as RegExp, string)
  }
  try {
    run()
  } finally {
    prototype.exec = exec
  }
  return count
}

t.test('no regular expression reads the URL', async t => {
  t.equal(executions(() => { 'ab'.replace(/b/, '') }), 1, 'the counter counts')
  t.equal(executions(() => { addressesAt(`${'/'.repeat(1000)}x?${'y'.repeat(1000)}`, '/explorer', '/') }), 0)
})
