// Writes sbom.cdx.json, in CycloneDX format: the dependencies that users install, and what the build bundles.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

// Development dependencies whose code is in dist/: see bundle-explorer.js and bundle-pages.js.
const BUNDLED = ['preact', 'preact-render-to-string']

const { name, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

// All of the lock file. The option --omit=dev of some npm versions omits everything.
const command = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=library']
const sbom = JSON.parse(
  execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] })
)
const root = sbom.metadata.component

// What is not in a package's own folder of the lock file is in the folder of the root.
const refOf = name => `${name}@${lock.packages[`node_modules/${name}`].version}`
const graph = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
graph.set(root['bom-ref'], [...Object.keys(dependencies), ...BUNDLED].map(refOf))

const shipped = new Set()

function ship (ref) {
  if (shipped.has(ref)) return
  shipped.add(ref)
  // Of the dependencies of a bundled package, the bundled ones are in the list anyway.
  if (!BUNDLED.map(refOf).includes(ref)) for (const dependency of graph.get(ref)) ship(dependency)
}

ship(root['bom-ref'])

const DEVELOPMENT = 'cdx:npm:package:development'

// The folder that npm runs in may have another name.
sbom.metadata.component = { ...root, name }
sbom.components = sbom.components.filter(component => shipped.has(component['bom-ref'])).map(component => ({
  ...component,
  scope: 'required',
  properties: component.properties?.filter(({ name }) => name !== DEVELOPMENT)
}))
sbom.dependencies = [...shipped]
  .map(ref => ({ ref, dependsOn: graph.get(ref).filter(dependency => shipped.has(dependency)) }))
writeFileSync('sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${sbom.components.length} components`)
