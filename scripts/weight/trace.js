// A loader of modules: it compiles TypeScript, and has each function of the package call `entered` with its place: its
// file and its position there. Functions of the app of ways.js are not counted.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import ts from 'typescript'

/** The name of the global function that gets the place of each function that is called. */
export const ENTERED = 'fastifyHyperEntered'

export function load (url, context, nextLoad) {
  if (!/\.ts$/.test(url) || url.includes('/node_modules/')) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const traced = withCalls(relative(process.cwd(), file), readFileSync(file, 'utf8'))
  const { code } = transformSync(traced, { loader: 'ts', format: 'esm', target: 'node20', sourcefile: file })
  return { format: 'module', source: code, shortCircuit: true }
}

function withCalls (file, text) {
  const insertions = []
  const visit = node => {
    if (ts.isFunctionLike(node) && node.body !== undefined) insertions.push(...callIn(node.body, `${file}:${node.pos}`))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  // From the end, so that positions stay right.
  insertions.sort((a, b) => b.position - a.position)
  return insertions.reduce((text, { position, added }) => text.slice(0, position) + added + text.slice(position), text)
}

function callIn (body, place) {
  const call = `globalThis.${ENTERED}(${JSON.stringify(place)})`
  return ts.isBlock(body)
    ? [{ position: body.getStart() + 1, added: `${call};` }]
    : [{ position: body.getStart(), added: `(${call}, ` }, { position: body.end, added: ')' }]
}
