import { test } from 'node:test'
import { declare } from './shared.js'

declare(test)
