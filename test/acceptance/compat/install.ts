import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT, ROOT, succeed } from './processes.ts'

// Several packages have a program named node: links would shadow the real one.
const FLAGS = ['--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund', '--silent']

/** Installs the tools, and the package as npm packs it. With INSTALLED=yes both are there already. */
export async function install (): Promise<void> {
  if (process.env['INSTALLED'] === 'yes') return
  await succeed('npm', ['ci', ...FLAGS])
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    await succeed('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT })
    await succeed('npm', ['install', '--no-save', ...FLAGS, join(folder, readdirSync(folder)[0]!)])
  } finally {
    rmSync(folder, { recursive: true })
  }
  copyReference()
}

// The reference API, as JavaScript, where it finds the packed package.
function copyReference (): void {
  const target = join(PROJECT, 'reference')
  rmSync(target, { recursive: true, force: true })
  cpSync(join(ROOT, 'build/scaffold/templates/minimal'), target, {
    recursive: true, filter: path => !/\.test\.|\.map$/.test(path)
  })
}
