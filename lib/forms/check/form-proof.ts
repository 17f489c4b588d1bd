import type { ProjectedField } from '../../../types/forms.ts'
import type { FormUse } from '../fields/form-use.ts'
import { fieldFault, type FieldValue } from './fill-field.ts'
import { fillings, type Filling } from './fill.ts'
import type { Notices } from '../../diagnostics/notices.ts'
import { describe } from '../../diagnostics/wording.ts'
import { routeJudge, type Refusal } from './route-validator.ts'

/** What its route has against a form. */
export interface FormFinding {
  /** By its dotted name; null where it is the form as a whole. */
  readonly field: string | null
  /** With what was sent, and the validator's own words. */
  readonly reason: string
  readonly remedy: string
}

const REMEDY = 'Say what is asked in the schema of the route, in keywords that forms show, or let the route take what the form allows.'
const NULL_REMEDY = 'Give it default: null in the schema of the route.'

/** Says of each form what its route would refuse, though the form allows it. */
export function proveForms (forms: Iterable<FormUse>, notices: Notices): void {
  for (const form of forms) {
    const place = `${form.place}, form of route ${form.method} ${form.route.url}`
    for (const { field, reason, remedy } of proveForm(form)) {
      notices.warn('HYPER010', place, () => [reason, remedy], `${place} ${field}`)
    }
  }
}

/**
 * Fills a form as browsers and generic clients do, gives it to its route's validator, and tells of each field the first refusal.
 * Nothing is told of what a remark was made on, nor of what only somebody who knows more could fill.
 */
export function proveForm (form: FormUse): FormFinding[] {
  const judge = routeJudge(form)
  if (judge === null) return []
  const { properties, derived, route } = form
  const findings = new Map(properties.flatMap(faultOf).map(finding => [finding.field, finding]))
  const { all, guessed } = fillings(properties, { empty: route.formInput })
  const excused = new Set([...guessed, ...derived.remarks.map(({ name }) => name)])
  for (const filling of all) {
    const refusal = judge(inputOf(filling)).find(({ path }) => !isExcused(path, excused))
    if (refusal === undefined) continue
    const finding = findingOf(refusal, filling, form)
    if (!findings.has(finding.field)) findings.set(finding.field, finding)
  }
  return [...findings.values()]
}

function faultOf (field: ProjectedField): FormFinding[] {
  const fault = fieldFault(field)
  return fault === null ? [] : [{ field: field.name, reason: `no value fits the field ${describe(field.name)}: ${fault}`, remedy: REMEDY }]
}

// What is refused as a whole may be so for any of its fields.
function isExcused (path: readonly string[], excused: ReadonlySet<string>): boolean {
  return path.length === 0 ? excused.size > 0 : namesOf(path).some(name => excused.has(name))
}

// Validators write into what they are given: each gets an input of its own. Entries make `__proto__` a name like any other.
function inputOf (filling: Filling): Record<string, unknown> {
  return Object.fromEntries([...filling].map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]))
}

// What a validator names is a field, a part of one, or something that the form does not show.
function findingOf ({ path, reason }: Refusal, filling: Filling, { derived }: FormUse): FormFinding {
  if (path.length === 0) return { field: null, reason: `filled as it allows, it is refused: ${reason}`, remedy: REMEDY }
  const names = namesOf(path)
  const field = names.findLast(name => derived.fields.some(({ property }) => property.name === name)) ?? names.at(-1)!
  const known = derived.fields.find(({ property }) => property.name === field)
  const value = filling.get(field)
  const takesNull = value === undefined && known?.required === true && known.nullable
  return { field, reason: `the field ${describe(field)}, ${sent(value)} as the form allows, is refused: ${reason}`, remedy: takesNull ? NULL_REMEDY : REMEDY }
}

/** The dotted names of what stands on a path, the outermost first. */
function namesOf (path: readonly string[]): string[] {
  return path.map((_, index) => path.slice(0, index + 1).join('.'))
}

function sent (value: FieldValue | undefined): string {
  if (value === undefined) return 'left out'
  return `filled with ${typeof value === 'string' ? describe(value) : `[${value.map(describe).join(', ')}]`}`
}
