// npm run bench: what can be measured in one process, without a network.
import './production.js'
import { parseArgs } from 'node:util'
import { checkAgreement } from './agree.js'
import { batches, guard } from './in-process/policies.js'
import { allocation, formats, growth, projection } from './in-process/projection.js'
import { callerPolicy, sameHooks } from './in-process/properties.js'
import { accept, notModified, notOptedIn } from './in-process/requests.js'
import { startUp } from './in-process/start-up.js'
import { circumstances, circumstancesLine, durationLine, figureTable } from './report.js'

const groups = {
  projection,
  allocation,
  growth,
  formats,
  notModified,
  notOptedIn,
  accept,
  startUp,
  sameHooks,
  callerPolicy,
  batches,
  guard
}

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' }
  }
})
const effort = options.quick ? { rounds: 3, seconds: 0.1 } : { rounds: 7, seconds: 0.2 }
if (options.rounds !== undefined) effort.rounds = Number(options.rounds)
const chosen = options.only?.split(',') ?? Object.keys(groups)

await checkAgreement(['hyper', 'hand', 'bare', 'plugin-only', 'hyper-hal', 'hand-hal', 'hyper-form']
  .map(name => ({ name, size: 100 })))

const figures = []
for (const name of chosen) {
  if (!Object.hasOwn(groups, name)) {
    throw new Error(`There are no figures ${name}. Use ${Object.keys(groups).join(', ')}`)
  }
  console.error(`measuring ${name}`)
  figures.push(...await groups[name](effort))
}

if (options.json) console.log(JSON.stringify({ ...circumstances(), figures }))
else console.log(`\n${circumstancesLine()}\n\n${figureTable(figures, options)}`)
console.error(durationLine())
