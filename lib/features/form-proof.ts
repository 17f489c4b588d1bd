import type { ProjectedField } from '../../types/forms.ts'
import type { FormUse } from '../compile/form-use.ts'
import { fieldFault, type FieldValue } from '../forms/fill-field.ts'
import { fillings, type Filling } from '../forms/fill.ts'
import { createFormInput } from '../forms/form-input.ts'
import { inputPart } from '../forms/input-part.ts'
import type { Notices } from '../notices.ts'
import { shown } from '../wording.ts'
import { routeJudge, type Refusal, type ValidatedRoute } from './route-validator.ts'

/** A form, and the route that it is sent to. */
export interface ProvableForm {
  /** Where it is declared, for messages: `links of Order, action 'create', form of route POST /orders`. */
  readonly place: string
  readonly method: string
  /** What it is sent as; null where it has no body. */
  readonly contentType: string | null
  readonly fields: readonly ProjectedField[]
  readonly route: ValidatedRoute
}

/** What its route has against a form. */
export interface FormFinding {
  /** By its dotted name; null where it is the form as a whole. */
  readonly field: string | null
  /** With what was sent, and the validator's own words. */
  readonly reason: string
}

/** The forms of fixed actions, with what validates them. A route that is known without its scope has no validator. */
export function provableForms (forms: readonly FormUse[]): ProvableForm[] {
  return forms.flatMap(({ place, method, contentType, route, form }) => {
    const { server, url, schema, validatorCompiler, formInput } = route
    if (server === null) return []
    const adapt = formInput ? createFormInput(form, inputPart(method)) : null
    return { place: `${place}, form of route ${method} ${url}`, method, contentType, fields: form.fields.map(field => field.property), route: { server, url, schema, adapt, ...(validatorCompiler === undefined ? {} : { validatorCompiler }) } }
  })
}

/** Says of each form what its route would refuse, though the form allows it. */
export function proveForms (forms: Iterable<ProvableForm>, notices: Notices): void {
  for (const form of forms) {
    for (const { field, reason } of proveForm(form)) {
      notices.say('HYPER010', `${form.place} ${field}`, () => `${form.place}: ${reason}. Say what is asked in the schema of the route, in keywords that forms show, or let the route take what the form allows.`)
    }
  }
}

/** Fills a form as browsers and generic clients do, gives it to its route's validator, and tells of each field the first refusal. */
export function proveForm ({ method, contentType, fields, route }: ProvableForm): FormFinding[] {
  const judge = routeJudge(route, method, contentType)
  if (judge === null) return []
  const findings = new Map(fields.flatMap(field => faultOf(field)).map(finding => [finding.field, finding]))
  for (const filling of fillings(fields, { empty: route.adapt !== null })) {
    const refusal = judge(inputOf(filling))
    if (refusal === null) continue
    const finding = findingOf(refusal, filling, fields)
    if (!findings.has(finding.field)) findings.set(finding.field, finding)
  }
  return [...findings.values()]
}

function faultOf (field: ProjectedField): FormFinding[] {
  const fault = fieldFault(field)
  return fault === null ? [] : [{ field: field.name, reason: `no value fits the field ${shown(field.name)}: ${fault}` }]
}

// Validators write into what they are given: each gets an input of its own. Entries make `__proto__` a name like any other.
function inputOf (filling: Filling): Record<string, unknown> {
  return Object.fromEntries([...filling].map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]))
}

// What a validator names is a field, a part of one, or something that the form does not show.
function findingOf ({ path, reason }: Refusal, filling: Filling, fields: readonly ProjectedField[]): FormFinding {
  if (path.length === 0) return { field: null, reason: `filled as it allows, it is refused: ${reason}` }
  const names = path.map((_, index) => path.slice(0, index + 1).join('.'))
  const field = names.findLast(name => fields.some(field => field.name === name)) ?? names.at(-1)!
  return { field, reason: `the field ${shown(field)}, ${sent(filling.get(field))} as the form allows, is refused: ${reason}` }
}

function sent (value: FieldValue | undefined): string {
  if (value === undefined) return 'left out'
  return `filled with ${typeof value === 'string' ? shown(value) : `[${value.map(shown).join(', ')}]`}`
}
