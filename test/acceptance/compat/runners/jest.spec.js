import { jest, test } from '@jest/globals'
import { declare } from './shared.js'

jest.setTimeout(60_000)
declare(test)
