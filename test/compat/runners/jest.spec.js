import { test } from '@jest/globals'
import { declare } from './shared.js'

declare(test)
