import { fileURLToPath } from 'node:url'
import t from 'tap'

// In a process without tap's loaders, which do not find a module that nest swagger imports.
const file = fileURLToPath(new URL(`../nest/suite${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url))

await t.spawn(process.execPath, ['--enable-source-maps', file], { stdio: 'pipe' }, 'nest')
