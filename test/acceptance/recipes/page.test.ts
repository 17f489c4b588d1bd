import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { readPage } from '../../support/markdown.ts'

// The code of the page is the code that the tests of this folder run.

// docs/agents.md has the recipe of a login.
const APART = ['decision-servers.ts', 'oauth.ts', 'setup.ts']

const recipes = readdirSync('test/acceptance/recipes')
  .filter(name => !name.endsWith('.test.ts') && !APART.includes(name))
const blocks = readPage('docs/authorization-recipes.md').blocks.filter(({ language }) => language === 'ts')

t.test('the page shows every recipe, as it is tested', async t => {
  const shown = blocks.map(({ code }) => code)
  for (const name of recipes) t.ok(shown.includes(readFileSync(`test/acceptance/recipes/${name}`, 'utf8')), name)
  t.equal(shown.length, recipes.length, 'and nothing else')
})
