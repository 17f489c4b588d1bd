import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writeFiles } from '../../../scaffold/output-file.ts'

// What the commands write, in folders that are there or not.

const FILES = new Map([['a/b.txt', 'text']])

t.test('a folder that does not exist, two levels deep', async t => {
  const dir = join(t.testdir(), 'new/folder')
  await writeFiles(dir, FILES, 'name another folder')
  t.equal(readFileSync(join(dir, 'a/b.txt'), 'utf8'), 'text')
})

t.test('a file in place of a folder above', async t => {
  const dir = t.testdir()
  writeFileSync(join(dir, 'file'), '')
  await t.rejects(writeFiles(join(dir, 'file/inner'), FILES, 'name another folder'), /file \(a file\)/)
})

t.test('a folder in place of a file: nothing is written', async t => {
  const dir = t.testdir()
  mkdirSync(join(dir, 'a/b.txt'), { recursive: true })
  await t.rejects(writeFiles(dir, new Map([...FILES, ['c.txt', '']]), 'name another folder'), /a\/b\.txt \(a folder\)/)
  t.throws(() => readFileSync(join(dir, 'c.txt')))
})
