// The label of a form field, which HAL-FORMS calls `prompt`, and its placeholder: of the schema, or declared.
import type { FieldDeclaration } from '../../../types/declarations.ts'
import type { ProjectedField } from '../../../types/forms.ts'
import { computed, type Steps } from '../../async/steps.ts'
import type { Environment } from '../../context/environment.ts'
import { type CompiledString, compileString, isByLanguage, resolveString } from '../../context/localized.ts'
import type { Resolution } from '../../context/resolution.ts'
import type { DeclaredAction } from '../../declare/declarations.ts'
import { isScalar } from '../../schema/json-schema.ts'
import type { Keywords } from '../../schema/keywords.ts'
import type { Omittable } from '../../targets/why-omitted.ts'

/** A field of an action, for messages. */
export interface FieldOwner extends Omittable {
  readonly environment: Environment
}

interface Texts {
  readonly prompt: string | undefined
  readonly placeholder: string | undefined
}

/** The texts that a schema has for a field: its title, and its first example. */
export function schemaTexts ({ title, examples: [example] = [] }: Keywords): Texts {
  return { prompt: title || undefined, placeholder: isScalar(example) ? String(example) : undefined }
}

/** The texts of a field, compiled. */
export interface Label {
  /** Whether they are the same for every resource and language. */
  readonly isConstant: boolean
  readonly isPerResource: boolean
  /** The field with those that are constant. */
  readonly labelled: ProjectedField
  /** Returns a field with the texts for a resource and the language of the request. */
  addTo (field: ProjectedField, resource: unknown, resolution: Resolution): Steps<ProjectedField>
}

/**
 * Compiles the texts of a field. Declared ones replace those of the schema.
 */
export function compileLabel (
  field: ProjectedField, declared: FieldDeclaration<unknown>, { place, environment }: FieldOwner
): Label {
  const textOf = (name: 'prompt' | 'placeholder') => {
    if (declared[name] === undefined) return field[name] ?? null
    return compileString(declared[name], place, environment)
  }
  const [prompt, placeholder] = [textOf('prompt'), textOf('placeholder')]
  const texts = [prompt, placeholder]
  return {
    isConstant: texts.every(text => text === null || typeof text === 'string'),
    isPerResource: texts.some(text => typeof text === 'function'),
    labelled: withTexts(field, constantOf(prompt), constantOf(placeholder)),
    * addTo (filled, resource, resolution) {
      const resolved = yield * computed(resolveString(prompt, resource, resolution))
      return withTexts(filled, resolved, yield * computed(resolveString(placeholder, resource, resolution)))
    }
  }
}

function constantOf (text: CompiledString): string | null {
  return typeof text === 'string' ? text : null
}

function withTexts (
  { prompt: _prompt, placeholder: _placeholder, ...field }: ProjectedField, prompt: string | null,
  placeholder: string | null
): ProjectedField {
  return { ...field, ...prompt !== null && { prompt }, ...placeholder !== null && { placeholder } }
}

/** Registers the languages of declared fields at start, for forms that are compiled during a request. */
export function addLanguages ({ fields }: DeclaredAction, place: string, { languages }: Environment): void {
  for (const [name, { prompt, placeholder }] of Object.entries(fields)) {
    for (const text of [prompt, placeholder]) if (isByLanguage(text)) languages.add(text, fieldPlace(name, place))
  }
}

/** The place of a field of an action, for messages. */
export function fieldPlace (field: string, place: string): string {
  return `${place}, field '${field}'`
}
