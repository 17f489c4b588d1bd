// A field of a form, and its members that depend on a resource or request.
import type { FieldDeclaration } from '../../../types/declarations.ts'
import type { ProjectedField } from '../../../types/forms.ts'
import { awaitElements } from '../../async/promises.ts'
import { awaited, type Steps } from '../../async/steps.ts'
import type { Resolution } from '../../context/resolution.ts'
import { listed } from '../../declare/lists.ts'
import { type Choices, compileChoices } from './choices.ts'
import { compileLabel, type FieldOwner, type Label } from './label.ts'
import type { FormField } from './leaves.ts'
import { prefilled, shownValue, valueAt } from './prefill.ts'

/** What a form starts with. */
interface StartValues {
  readonly resource: unknown
  /** What `.prefill` returned. */
  readonly given: unknown
  /** What the response shows of the resource; undefined if the form does not start with it. */
  readonly shown: unknown
}

export class FieldTemplate {
  readonly #derived: FormField
  readonly #property: ProjectedField
  readonly #label: Label
  readonly #choices: Choices | null

  constructor (derived: FormField, declared: FieldDeclaration<unknown>, owner: FieldOwner) {
    const { prompt: _prompt, placeholder: _placeholder, options, ...fixed } = declared
    this.#derived = derived
    this.#label = compileLabel({ ...derived.property, ...fixed }, declared, owner)
    this.#property = this.#label.labelled
    this.#choices = options === undefined ? null : compileChoices(options, derived, owner)
  }

  /** Whether policies decide on a part of it. */
  get byPolicy (): boolean {
    return this.#choices?.byPolicy === true
  }

  /** Whether it is the same for every resource and request, but for its value. */
  get isConstant (): boolean {
    return this.#choices === null && this.#label.isConstant
  }

  /** Whether more than its value depends on the resource. */
  get isPerResource (): boolean {
    return this.#label.isPerResource || this.#choices?.constant === false
  }

  /** The members that do not depend on a resource or request. Linked choices are known to another route only. */
  get constantMembers (): ProjectedField {
    if (this.#choices === null) return this.#property
    const link = { href: '' }
    return { ...this.#property, options: this.#derived.many ? { link } : { link, maxItems: 1 } }
  }

  /** Returns a constant field with the value that the response shows. */
  withShown (shown: unknown): ProjectedField {
    return prefilled(this.#property, this.#derived, shownValue(this.#property, this.#derived, shown))
  }

  /** Returns the field with its value and what depends on the resource and the request. */
  * resolve ({ resource, given, shown }: StartValues, resolution: Resolution): Steps<ProjectedField> {
    const derived = this.#derived
    let field = this.#property
    if (this.#choices !== null) field = yield * this.#choices.addTo(field, resource, resolution)
    let value = yield * awaited(valueAt(given, field.name, derived.path))
    if (value === undefined) value = shownValue(field, derived, shown)
    else value = yield * awaited(awaitElements(listed(value)))
    const filled = prefilled(field, derived, value)
    if (this.#label.isConstant) return filled
    return yield * this.#label.addTo(filled, resource, resolution)
  }
}
