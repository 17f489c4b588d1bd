// Compiles or bundles the app: build.js TOOL FORMAT. In a folder of its own, with the type of its package.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const [tool, format] = process.argv.slice(2)
const isModule = format === 'module'
const from = fileURLToPath(new URL('./', import.meta.url))
const to = `${from}out/${tool}-${format}/`

// Fastify and its dependencies are CommonJS: a bundle in ES modules requires modules of Node.js.
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);"

const tools = {
  /** The sources themselves, for loaders. ES modules name files with their extensions. */
  sources () {
    for (const file of ['app.ts', 'main.ts', 'app.spec.ts']) {
      writeFileSync(
        to + file, readFileSync(from + file, 'utf8').replace("'./app'", isModule ? "'./app.ts'" : "'./app'")
      )
    }
    const module = isModule ? 'nodenext' : 'node16'
    writeFileSync(`${to}tsconfig.json`, JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module,
        moduleResolution: module,
        allowImportingTsExtensions: isModule,
        rewriteRelativeImportExtensions: isModule,
        esModuleInterop: true,
        types: []
      }
    }))
    const options = { module: { type: isModule ? 'es6' : 'commonjs' } }
    writeFileSync(`${to}jest.config.json`, JSON.stringify({
      testMatch: ['**/*.spec.ts'],
      extensionsToTreatAsEsm: isModule ? ['.ts'] : [],
      transform: { '\\.ts$': ['@swc/jest', options], '/(fastify-hyper|cookie)/.+\\.js$': ['@swc/jest', options] },
      // Jest requires modules in CommonJS: it compiles those of node_modules that are ES modules, too.
      transformIgnorePatterns: [isModule ? '/node_modules/' : '/node_modules/(?!fastify-hyper/|cookie/)']
    }))
  },
  async swc () {
    const { transformFileSync } = await import('@swc/core')
    for (const name of ['app', 'main']) {
      const { code } = transformFileSync(`${from}${name}.ts`, {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: isModule ? 'es6' : 'commonjs' }
      })
      write(name, code)
    }
  },
  async babel () {
    const { transformFileSync } = await import('@babel/core')
    const plugins = isModule ? [] : ['@babel/plugin-transform-modules-commonjs']
    for (const name of ['app', 'main']) {
      const options = { presets: ['@babel/preset-typescript'], plugins, configFile: false, cwd: from }
      write(name, transformFileSync(`${from}${name}.ts`, options).code)
    }
  },
  async esbuild () {
    const { build } = await import('esbuild')
    await build({
      entryPoints: [`${from}main.ts`],
      outfile: `${to}main.js`,
      bundle: true,
      platform: 'node',
      format: isModule ? 'esm' : 'cjs',
      banner: isModule ? { js: REQUIRE } : {},
      external: ['@opentelemetry/api'],
      logLevel: 'error'
    })
  },
  async webpack () {
    const { default: webpack } = await import('webpack')
    const run = promisify(webpack)
    const stats = await run({
      mode: 'production',
      target: 'node',
      entry: `${from}main.ts`,
      resolve: { extensions: ['.ts', '.js'] },
      module: { rules: [{ test: /\.ts$/, use: { loader: `${from}strip-types.cjs` } }] },
      optimization: { minimize: false },
      ...(isModule ? { experiments: { outputModule: true } } : {}),
      output: {
        path: to,
        filename: 'main.js',
        ...(isModule ? { module: true, chunkFormat: 'module', library: { type: 'module' } } : {})
      }
    })
    if (stats.hasErrors()) throw new Error(stats.toString('errors-only'))
  },
  async vite () {
    const { build } = await import('vite')
    await build({
      configFile: false,
      root: from,
      logLevel: 'error',
      ssr: { noExternal: ['fastify-hyper'] },
      build: {
        ssr: `${from}main.ts`,
        outDir: to,
        emptyOutDir: false,
        rollupOptions: {
          output: { format: isModule ? 'es' : 'cjs', entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' }
        }
      }
    })
  }
}

function write (name, code) {
  writeFileSync(`${to}${name}.js`, code.replace(/(['"])\.\/app\1/, "'./app.js'"))
}

rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
writeFileSync(`${to}package.json`, JSON.stringify({ type: format }))
await tools[tool]()
