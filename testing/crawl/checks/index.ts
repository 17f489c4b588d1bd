import { brokenLink } from './broken-link.ts'
import type { Check } from './check.ts'
import { failedAction } from './failed-action.ts'
import { hiddenAction } from './hidden-action.ts'
import { invalidDocument } from './invalid-document.ts'
import { rejectedForm } from './rejected-form.ts'
import { sharedResponse } from './shared-response.ts'
import { unknownTarget } from './unknown-target.ts'
import { wrongCondition } from './wrong-condition.ts'

/** The checks, by code. */
export const CHECKS: readonly Check[] = [
  brokenLink, failedAction, rejectedForm, hiddenAction, unknownTarget, invalidDocument, wrongCondition, sharedResponse
]
