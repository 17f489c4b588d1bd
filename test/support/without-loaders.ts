import { fileURLToPath } from 'node:url'
import t from 'tap'

/**
 * Runs a test file in a process without tap's loaders, which do not find some modules of NestJS.
 * @param file a URL without its extension
 */
export async function runWithoutLoaders (file: URL): Promise<void> {
  const isCompiled = import.meta.url.endsWith('.js')
  const path = fileURLToPath(`${file.href}${isCompiled ? '.js' : '.ts'}`)
  await t.spawn(
    process.execPath, isCompiled ? ['--enable-source-maps', path] : ['--import', 'tsx', path], { stdio: 'pipe' },
    file.pathname.split('/').at(-1)!
  )
}
