import t from 'tap'
import { declare } from './shared.js'

declare((name, run) => t.test(name, run))
