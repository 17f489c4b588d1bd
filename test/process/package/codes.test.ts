import { runWithoutLoaders } from '../../support/without-loaders.ts'

await runWithoutLoaders(new URL('./codes', import.meta.url))
