// Writes the JavaScript of dist/: a file for each entry point, the page of the explorer, and the views of pages. It needs
// neither a compiler nor the packages of entry points that are optional.
import { rm } from 'node:fs/promises'

await rm('dist', { recursive: true, force: true })
await Promise.all(['entries', 'explorer', 'pages'].map(name => import(`./bundle-${name}.js`)))
