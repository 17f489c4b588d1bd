import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../src/settings.ts'

const JWT_SECRET = 'x'.repeat(32)

test('settings have defaults', () => {
  assert.deepEqual(readSettings({ JWT_SECRET }), {
    host: '127.0.0.1', port: 3000, jwtSecret: JWT_SECRET, databaseFolder: 'data'
  })
})

test('each wrong setting is named', () => {
  for (const PORT of ['', 'abc', '-1', '65536', '80.5']) {
    assert.throws(() => readSettings({ JWT_SECRET, PORT }), /^Error: PORT is '.*'/, PORT)
  }
  const all = /HOST is empty[^]*\nJWT_SECRET has 0 characters[^]*\nDATABASE_FOLDER is empty/
  assert.throws(() => readSettings({ HOST: '', DATABASE_FOLDER: '' }), all)
  assert.throws(() => readSettings({ JWT_SECRET: 'hunter2' }), error => !String(error).includes('hunter2'))
})
