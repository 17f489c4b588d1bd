import { runWithoutLoaders } from '../../support/without-loaders.ts'

await runWithoutLoaders(new URL('../../http/nest/suite', import.meta.url))
