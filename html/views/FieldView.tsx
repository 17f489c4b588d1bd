import type { Choices } from '../../hypermedia/choices.ts'
import type { Field } from '../../hypermedia/form.ts'
import { isBound } from '../../lib/forms/fields/bounds.ts'
import { FieldLabel } from '../../views/components/FieldLabel.tsx'
import { type Checks, sentencesOf } from '../../views/components/FormTree.tsx'
import { isUser, labelOf, valueLabel } from '../names.ts'
import { withLineFeeds } from '../submission.ts'
import { Href } from './LinkList.tsx'

// A page with more choices is slow, and nobody finds one in a list of thousands.
const MOST_IN_SELECT = 100
const MOST_IN_DATALIST = 1000
const MOST_CHECKBOXES = 60

interface Props {
  readonly field: Field
  readonly id: string
  /** What was typed; null for the value of the form. */
  readonly entered: readonly string[] | null
  /** What is wrong with the value. */
  readonly errors?: readonly string[]
  /** What the control has now, if the resource changed after the form was opened; null if that is not known. */
  readonly now?: readonly string[] | null
  /** Whether no value is one, too: of a search. */
  readonly isSearch?: boolean
  /** Whether its form has a password. */
  readonly isLogin?: boolean
  readonly hint?: string | undefined
  readonly checks?: Checks
  readonly isFocused?: boolean
  /** Whether it has null for no value, too. */
  readonly isClearable?: boolean
}

/** What all controls of a field have. */
interface Shared {
  readonly id: string
  readonly name: string
  readonly required: boolean
  readonly autofocus: boolean
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** A field with its label, its control and its errors. */
export function FieldView (props: Props) {
  const { field: given, id, entered, errors = [], now = null, isSearch = false, isLogin = false } = props
  const { hint, checks = 'all', isClearable = false } = props
  const field = given.label === given.name ? { ...given, label: labelOf(given.name) } : given
  if (field.type === 'hidden') return <input type='hidden' name={field.name} value={entered?.[0] ?? field.value} />
  const { choices } = field
  const error = errors.length === 0 ? undefined : `${id}-error`
  const notes = [...hint === undefined ? [] : [`${id}-hint`], ...error === undefined ? [] : [error]]
  const shared: Shared = {
    id,
    name: field.name,
    required: field.required && checks === 'all',
    autofocus: props.isFocused === true,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': notes.length === 0 ? undefined : notes.join(' ')
  }
  const selected = entered ?? choices?.selected ?? []
  const isGroup = choices?.many === true && choices.inline.length <= MOST_CHECKBOXES
  const isSwitch = !isSearch && !isClearable && isBoolean(choices) && (field.required || choices!.selected.length > 0)
  return (
    <div class={error === undefined ? 'field' : 'field invalid'}>
      {isSwitch && <Switch field={field} isOn={selected.at(-1) === 'true'} shared={shared} />}
      {isGroup && <Checkboxes field={field} choices={choices} selected={selected} shared={shared} />}
      {!isSwitch && !isGroup && (
        <>
          <label for={id}>{isSearch && !field.required ? field.label : <FieldLabel field={field} />}</label>
          {choices === undefined
            ? <Input {...{ field, shared, value: entered?.[0] ?? field.value, checks, isLogin }} />
            : <Choice field={field} choices={choices} selected={selected} shared={shared} />}
        </>
      )}
      {hint !== undefined && <p id={`${id}-hint`} class='hint'>{hint}</p>}
      {now !== null && <Newer field={field} entered={entered ?? []} now={now} />}
      {error !== undefined && <p id={error} class='fault'>{sentences(field, errors, entered)}</p>}
    </div>
  )
}

function sentences ({ label, required }: Field, errors: readonly string[], entered: Props['entered']): string {
  if (required && entered !== null && entered.every(value => value === '')) return `${label} is required.`
  return sentencesOf(label, errors)
}

interface NewerProps {
  readonly field: Field
  readonly entered: readonly string[]
  readonly now: readonly string[]
}

// What somebody else set in the meantime.
function Newer ({ field, entered, now }: NewerProps) {
  const { type, choices } = field
  // Before a checkbox comes the value that counts if it is not checked.
  const typed = isBoolean(choices) ? [entered.at(-1) ?? 'false'] : entered
  if (type === 'password' || comparable(field, typed) === comparable(field, now)) return null
  const words = now.filter(value => value !== '').map(value => wordsOf(value, choices))
  return <p class='newer'>Now: {words.length === 0 ? 'empty' : words.join(', ').slice(0, 200)}</p>
}

// Values as they are compared: a number has several spellings, and the order of choices means nothing.
function comparable ({ type, choices }: Field, values: readonly string[]): string {
  const isNumber = type === 'number' || type === 'range'
  const texts = values.filter(value => value !== '').map(value =>
    isNumber && Number.isFinite(Number(value)) ? String(Number(value)) : withLineFeeds(value))
  return (choices?.many === true ? texts.sort() : texts).join('\n')
}

function wordsOf (value: string, choices: Choices | undefined): string {
  if (isBoolean(choices)) return value === 'true' ? 'Yes' : 'No'
  const known = choices?.inline.find(choice => choice.value === value)
  return known === undefined ? value : promptOf(known)
}

function isBoolean (choices: Choices | undefined): boolean {
  return choices?.many === false && choices.inline.length === 2 &&
    choices.inline.every(({ value }) => value === 'true' || value === 'false')
}

// A browser sends nothing for a checkbox that is not checked: then the value before it counts.
function Switch ({ field, isOn, shared: { required, ...shared } }: { field: Field, isOn: boolean, shared: Shared }) {
  return (
    <>
      <input type='hidden' name={field.name} value={field.readOnly ? String(isOn) : 'false'} />
      <label class='switch'>
        <input {...shared} type='checkbox' value='true' checked={isOn} disabled={field.readOnly} /> {field.label}
      </label>
    </>
  )
}

interface ChoiceProps {
  readonly field: Field
  readonly choices: Choices
  readonly selected: readonly string[]
  readonly shared: Shared
}

function Checkboxes ({ field, choices, selected, shared: { id, ...shared } }: ChoiceProps) {
  const chosen = new Set(selected)
  return (
    <fieldset class='many' id={id} aria-describedby={shared['aria-describedby']}>
      <legend><FieldLabel field={field} /></legend>
      {choices.inline.map(({ prompt, value }) => (
        <label key={value}>
          <input
            type='checkbox' name={field.name} value={value} checked={chosen.has(value)} disabled={field.readOnly}
          /> {promptOf({ prompt, value })}
        </label>
      ))}
      {field.readOnly && selected.map(value => <input key={value} type='hidden' name={field.name} value={value} />)}
    </fieldset>
  )
}

function Choice ({ field, choices, selected, shared }: ChoiceProps) {
  const { inline, many, href } = choices
  if (many) return <ManyLines field={field} choices={choices} selected={selected} shared={shared} />
  if (href !== undefined || inline.length === 0 || inline.length > MOST_IN_SELECT) {
    return <AnyChoice field={field} choices={choices} selected={selected} shared={shared} />
  }
  const [current = ''] = selected
  const isKnown = inline.some(({ value }) => value === current)
  return (
    <>
      <select {...shared} dir='auto' disabled={field.readOnly}>
        {(!field.required || !isKnown) && <option value=''>{emptyLabel(field, choices)}</option>}
        {inline.map(({ prompt, value }) => (
          <option key={value} value={value} selected={value === current}>
            {isBoolean(choices) ? yesOrNo(value) : promptOf({ prompt, value })}
          </option>
        ))}
      </select>
      {field.readOnly && <input type='hidden' name={field.name} value={current} />}
    </>
  )
}

function yesOrNo (value: string): string {
  return value === 'true' ? 'Yes' : 'No'
}

function emptyLabel ({ required }: Field, choices: Choices): string {
  if (required) return 'Select…'
  return isBoolean(choices) && choices.emptyPrompt === 'None' ? 'Not set' : choices.emptyPrompt
}

// A label that the schema gives a value stays as it is.
function promptOf ({ prompt, value }: Choices['inline'][number]): string {
  return prompt === value ? valueLabel(value) : prompt
}

function AnyChoice ({ field, choices: { inline, href }, selected, shared }: ChoiceProps) {
  const list = inline.length > 0 && inline.length <= MOST_IN_DATALIST ? `${shared.id}-list` : undefined
  return (
    <>
      <input
        {...shared} dir='auto' type='text' list={list} value={selected[0] ?? field.value} readOnly={field.readOnly}
        autocomplete='off'
      />
      {list !== undefined && (
        <datalist id={list}>
          {inline.map(({ prompt, value }) => <option key={value} dir='auto' value={value}>{prompt}</option>)}
        </datalist>
      )}
      {inline.length > MOST_IN_DATALIST && (
        <p class='hint'>
          One of more than {MOST_IN_DATALIST.toLocaleString('en')} values, such as {inline[0]!.value.slice(0, 60)}.
        </p>
      )}
      {href !== undefined && (
        <p class='hint'>Its values: <Href href={href.split('{', 1)[0]!} label='see the list' /></p>
      )}
    </>
  )
}

function ManyLines ({ field, choices: { inline, href }, selected, shared }: ChoiceProps) {
  return (
    <>
      <textarea {...shared} dir='auto' rows={4} readOnly={field.readOnly} value={selected.join('\n')} />
      <p class='hint'>
        One value in each line{inline.length > 0 && `, such as ${inline[0]!.value.slice(0, 60)}`}.
        {href !== undefined && <> <Href href={href.split('{', 1)[0]!} label='See the list' /></>}
      </p>
    </>
  )
}

interface InputProps {
  readonly field: Field
  readonly shared: Shared
  readonly value: string
  readonly checks: Checks
  readonly isLogin: boolean
}

function Input ({ field, shared, value, checks, isLogin }: InputProps) {
  // A browser checks also what is hidden, and does not send the form.
  const isChecked = checks !== 'none'
  const { readOnly, placeholder, limits: { rows = 4, cols, step } } = field
  const { pattern, limits: { min, max, minLength, maxLength } } = isChecked ? field : UNCHECKED
  const type = !isChecked && (field.type === 'email' || field.type === 'url') ? 'text' : field.type
  const common = { ...shared, dir: 'auto' as const, readOnly, placeholder, minLength, maxLength }
  // Browsers drop a line feed that follows the start tag (HTML, "textarea").
  if (type === 'textarea') return <textarea {...common} rows={rows} cols={cols} value={value.replace(/^\n/, '\n\n')} />
  // A slider shows no value without a script, and a number field none that is no number.
  const number = value === '' || Number.isFinite(Number(value)) ? 'number' : 'text'
  const shown = type === 'range' || type === 'number' ? number : type
  // Browsers would name the number after an exclusive bound: the server checks it.
  const bounds = { min: boundOf(min), max: boundOf(max) }
  const own = shown === 'number' ? { ...bounds, step: step ?? 'any' } : { ...bounds, step, pattern }
  // Browsers log a warning if the value of a color input is an empty string. A password is never sent back.
  const current = type === 'password' || (type === 'color' && value === '') ? undefined : value
  // Preact's types have one set of attributes per input type.
  const autocomplete = autocompleteOf(field, isLogin)
  return <input {...common} {...own} type={shown as 'text'} value={current} autocomplete={autocomplete} />
}

const UNCHECKED: Pick<Field, 'pattern' | 'limits'> = { pattern: undefined, limits: {} }

function boundOf (bound: number | undefined): number | undefined {
  return bound !== undefined && isBound(bound) ? bound : undefined
}

// What a browser fills in (HTML, "Autofill").
function autocompleteOf ({ type, name }: Field, isLogin: boolean): string {
  if (type === 'password') return 'current-password'
  if (isLogin && isUser({ type, name })) return 'username'
  return /^(?:username|email)$/i.test(name) ? name.toLowerCase() : 'off'
}
