import t from 'tap'
import { isSemicolon, isSpace, partEnd, skipSpace, trimEnd } from '../../../lib/http/list-scanner.ts'

t.test('partEnd finds the delimiter outside of quotes', async (t) => {
  const rows: Array<[name: string, text: string, start: number, expected: number]> = [
    ['a comma', 'ab,c', 0, 2],
    ['a semicolon', 'ab;c', 0, 2],
    ['at the start', ',ab', 0, 0],
    ['from the middle', 'a,b,c', 2, 3],
    ['none', 'abc', 0, 3],
    ['an empty text', '', 0, 0],
    ['a quoted comma', 'a=",",b', 0, 5],
    ['an escaped quote', 'a="\\",",b', 0, 7],
    ['an escaped backslash', 'a="\\\\",b', 0, 6],
    ['a quote at the end', 'a="b"', 0, 5]
  ]
  for (const [name, text, start, expected] of rows) t.equal(partEnd(text, start), expected, name)
  for (const open of ['"', 'a="b', 'a="b,c', 'a="b\\', 'a="b\\"']) {
    t.ok(partEnd(open, 0) > open.length, `beyond the end where the quote is open: ${open}`)
  }
})

t.test('space is a space or a tab', async (t) => {
  t.equal(skipSpace(' \t a', 0), 3)
  t.equal(skipSpace('a ', 0), 0)
  t.equal(skipSpace('  ', 0), 2, 'up to the end')
  t.equal(trimEnd('a \t', 0, 3), 1)
  t.equal(trimEnd('   ', 1, 3), 1, 'not before the start')
  for (const other of ['\n', '\r', '\u00a0', 'a']) t.notOk(isSpace(other, 0), JSON.stringify(other))
})

t.test('there is nothing behind the end', async (t) => {
  t.ok(isSemicolon(';', 0))
  t.notOk(isSemicolon(',', 0))
  t.notOk(isSemicolon(';', 1))
  t.notOk(isSpace(' ', 1))
})
