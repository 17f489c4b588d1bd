import simpleImportSort from 'eslint-plugin-simple-import-sort'
import neostandard from 'neostandard'

// What programs write.
const ignores = [
  'dist/', 'build/', '.tap/', 'coverage/', 'test/cases/', 'docs/.vitepress/dist/', 'docs/.vitepress/cache/',
  'test/acceptance/generators/tools/generated/', 'test/acceptance/compat/reference/', 'test/acceptance/compat/nest/',
  'test/acceptance/compat/loaders/out/', 'test/process/package/consumers/client-api.ts'
]

export default [
  ...neostandard({ ts: true, ignores }),
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      // A type and a value may share a name; TypeScript itself rejects all others.
      'no-redeclare': 'off',
      '@typescript-eslint/no-redeclare': 'off',
      '@typescript-eslint/no-explicit-any': 'error'
    }
  },
  {
    // TypeScript reports them there (`noUnusedLocals`, `noUnusedParameters`), and this rule takes a tenth of the time.
    files: ['{types,lib,client,explorer,html,mcp,nest,testing,test}/**/*.{ts,tsx}'],
    rules: { '@typescript-eslint/no-unused-vars': 'off' }
  },
  {
    plugins: { imports: simpleImportSort },
    rules: {
      // Node.js, packages, then files of this package from the outermost folder; by path, without blank lines.
      'imports/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^\\.\\./', '^\\./']] }]
    }
  },
  { rules: { '@stylistic/max-len': ['error', { code: 120, ignoreRegExpLiterals: true }] } }
]
