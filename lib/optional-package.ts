// Packages that an app need not install. Not an import: a module with top-level await cannot be loaded with require().
import module from 'node:module'

// Bundles in CommonJS have no import.meta.url. Bundlers replace `createRequire` and `require` as names.
const load = module.createRequire(import.meta.url ?? __filename)

/** Loads a package. @throws if it cannot be loaded */
export function requirePackage (name: string): unknown {
  return load(name) as unknown
}

/** Loads a dependency of an installed package, from where that finds it. @throws if it cannot be loaded */
export function requireDependency (of: string, name: string): unknown {
  return module.createRequire(load.resolve(of))(name) as unknown
}

// With the permission model of Node.js, a package outside the folders that the process may read cannot be loaded.
const NOT_LOADABLE: readonly unknown[] = ['MODULE_NOT_FOUND', 'ERR_ACCESS_DENIED']

/**
 * Whether a package can be loaded. Loads nothing.
 * @throws an error of the package itself, such as a broken installation
 */
export function isInstalled (name: string, resolve: (name: string) => unknown = load.resolve): boolean {
  try {
    resolve(name)
    return true
  } catch (error) {
    if (NOT_LOADABLE.includes((error as { code?: unknown }).code)) return false
    throw error
  }
}
