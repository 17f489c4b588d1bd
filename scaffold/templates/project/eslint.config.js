import neostandard from 'neostandard'

export default [
  ...neostandard({ ts: true, ignores: ['dist/', 'client/api.ts'] }),
  { files: ['**/*.ts'], rules: { '@typescript-eslint/no-explicit-any': 'error' } }
]
