import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import t from 'tap'

// The built client, as a bundler of an app sees it.

// A hundred bytes of it are the sentence about weak tags: without it, people reload a page again and again.
const MOST_BYTES = 6.2 * 1024

async function bundle (code: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    logLevel: 'error',
    write: false
  })
  return {
    code: outputFiles[0]!.text,
    bytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).length,
    inputs: Object.keys(metafile.inputs)
  }
}

t.test('the client has at most 6.2 KB, compressed', async t => {
  const { bytes, code } = await bundle("export * from 'fastify-hyper/client'")
  t.comment(`${bytes} bytes compressed, ${code.length} bytes minified`)
  t.ok(bytes <= MOST_BYTES, `${bytes} bytes`)
  t.notMatch(code, /node:|require\(/)
})

t.test('the client has its own room, the reader, the encoder, and code for HTTP', async t => {
  const { inputs } = await bundle("export * from './client/index.ts'")
  const shared =
    /^(?:<stdin>|client\/|hypermedia\/(?:read|encode)\.ts|lib\/http\/(?:uri-template|percent-encoding|link-values|form-encoding|weak-tag)\.ts)/
  const others = inputs.filter(input => !shared.test(input))
  t.same(others, [])
})

t.test('the client is tree-shakeable', async t => {
  const { code } = await bundle("export { NotOffered } from 'fastify-hyper/client'")
  t.ok(code.length < 600, code)
  t.equal((await bundle("import 'fastify-hyper/client'")).code.trim(), '')
})
