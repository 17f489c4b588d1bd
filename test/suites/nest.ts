import { runWithoutLoaders } from '../support/without-loaders.ts'

await runWithoutLoaders(new URL('../nest/suite', import.meta.url))
