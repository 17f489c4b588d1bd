import { test } from 'vitest'
import { declare } from './shared.js'

declare(test)
