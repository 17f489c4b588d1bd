import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'

const run = promisify(execFile)
const { name, version, peerDependencies, peerDependenciesMeta } = JSON.parse(await readFile('package.json', 'utf8'))

/** Packs a manifest, as the registry has it, and returns the name of the archive. */
async function pack (folder: string, manifest: { readonly name: string, readonly version: string }): Promise<string> {
  const source = join(folder, manifest.name)
  await mkdir(source)
  await writeFile(join(source, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source })
  return `file:${manifest.name}-${manifest.version}.tgz`
}

// npm rejects an optional peer of another version too, with ERESOLVE.
const beside = { '3.24.2': 'Zod 3, which links and guards work with', '4.0.0': 'Zod 4' }

for (const [zod, title] of Object.entries(beside)) {
  t.test(`npm installs the package beside ${title}`, async t => {
    const folder = t.testdir()
    const dependencies = {
      fastify: await pack(folder, { name: 'fastify', version: '5.8.5' }),
      zod: await pack(folder, { name: 'zod', version: zod }),
      [name]: await pack(
        folder, { name, version, peerDependencies, peerDependenciesMeta } as { name: string, version: string }
      )
    }
    await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies }))
    await t.resolves(
      run('npm', ['install', '--offline', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: folder })
    )
  })
}
