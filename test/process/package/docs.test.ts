import { runWithoutLoaders } from '../../support/without-loaders.ts'

await runWithoutLoaders(new URL('./docs', import.meta.url))
