import { runChecks } from './app'

test('JSON, a page and a tool call', async () => {
  expect(await runChecks()).toEqual({ JSON: null, page: null, 'tool call': null })
})
