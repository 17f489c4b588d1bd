import type { ComponentChildren, JSX } from 'preact'
import type { Entered } from '../../hypermedia/fill.ts'
import type { Field } from '../../hypermedia/form.ts'
import { between } from '../../hypermedia/limits.ts'
import type { Group, Node } from '../../hypermedia/tree.ts'
import {
  alternativeName, choiceName, itemName, memberName, type Rows, rowsIn
} from '../../hypermedia/tree-names.ts'
import { inSentence, labelOf, singularOf } from '../labels.ts'

/** Which constraints a browser checks: of a part that may be left out, none that requires a value. */
export type Checks = 'all' | 'typed' | 'none'

/** A field in its place. */
export interface FieldSlot {
  /** With the name of its control. */
  readonly field: Field
  readonly id: string
  readonly hint: string | undefined
  /** What was typed, or what the form begins with; null for the value of the field. */
  readonly entered: readonly string[] | null
  readonly errors: readonly string[]
  readonly checks: Checks
  /** Whether it has null for no value, too. */
  readonly isClearable: boolean
  readonly isFocused: boolean
}

type ButtonAttributes = JSX.IntrinsicElements['button']

/** What the parts of a form have in common. */
export interface FormContext {
  /** What the ids of controls begin with. */
  readonly id: string
  readonly entered: Entered
  /** Whether that was typed: nothing is an unchecked box then, not the value of the field. */
  readonly isTyped: boolean
  /** By the name of the control. */
  readonly errors: ReadonlyMap<string, readonly string[]>
  /** The name of the control that has the focus; null for none. */
  readonly focus: string | null
  /** The largest size of all files, in words. */
  readonly fileLimit: string | null
  readonly renderField: (slot: FieldSlot) => ComponentChildren
  /** The attributes of the button that adds a row. */
  readonly addButton: (list: string) => ButtonAttributes
  readonly removeButton: (row: string) => ButtonAttributes
}

/** Returns the id of a control. */
export function controlId (form: string, name: string): string {
  return `${form}-${encodeURIComponent(name)}`
}

// A page with more rows is slow.
const MOST_ROWS = 200

/** The fields of a form, with groups, rows, choices and files. */
export function FormTree ({ tree, context }: { tree: Node, context: FormContext }) {
  const common = { ...context, rows: rowsIn(context.entered) }
  if (tree.kind === 'group') return <Members group={tree} name='' checks='all' common={common} />
  return (
    <div class='fields'><Part node={tree} name='' label={tree.title ?? 'Values'} checks='all' common={common} /></div>
  )
}

interface Common extends FormContext {
  readonly rows: Rows
}

interface PartProps<N extends Node = Node> {
  readonly node: N
  readonly name: string
  readonly label: string
  readonly checks: Checks
  readonly common: Common
}

type Of<K extends Node['kind']> = PartProps<Extract<Node, { kind: K }>>

function Part ({ node, ...props }: PartProps) {
  switch (node.kind) {
    case 'field': return <FieldPart {...props} node={node} />
    case 'file': return <FilePart {...props} node={node} />
    case 'json': return <JsonPart {...props} node={node} />
    case 'list': return <ListPart {...props} node={node} />
    case 'choice': return <ChoicePart {...props} node={node} />
    case 'group': return <GroupPart {...props} node={node} />
  }
}

function Members (
  { group: { members, choice }, name, checks, common }:
  { group: Group, name: string, checks: Checks, common: Common }
) {
  return (
    <div class='fields'>
      {members.map(({ name: member, node }) => (
        <Part
          key={member} node={node} name={memberName(name, member)} label={node.title ?? labelOf(member)}
          checks={checks} common={common}
        />
      ))}
      {choice !== undefined && (
        <ChoicePart node={choice} name={name} label={choice.title ?? 'Kind'} checks={checks} common={common} />
      )}
    </div>
  )
}

function FieldPart ({ node, name, label, checks, common }: Of<'field'>) {
  const { field, required, hint, isClearable = false } = node
  const { id, entered, isTyped, errors, focus, renderField } = common
  return (
    <>
      {renderField({
        field: { ...field, name, required, label: field.label === field.name ? label : field.label },
        id: controlId(id, name),
        hint,
        entered: entered.get(name) ?? (isTyped ? [] : null),
        errors: errors.get(name) ?? [],
        checks,
        isClearable,
        isFocused: focus === name
      })}
    </>
  )
}

function GroupPart ({ node, name, label, checks, common }: Of<'group'>) {
  return (
    <fieldset class='group' {...described(common, name, node.hint)}>
      <Legend node={node} label={label} />
      <Notes common={common} name={name} hint={node.hint} label={label} />
      <Members group={node} name={name} checks={node.required ? checks : lowered(checks)} common={common} />
    </fieldset>
  )
}

function lowered (checks: Checks): Checks {
  return checks === 'all' ? 'typed' : checks
}

function Legend ({ node, label, hint = '' }: { node: Node, label: string, hint?: string }) {
  return (
    <legend>
      {label}
      {node.required && <span class='required'> required</span>}
      {[...node.required ? [] : ['optional'], ...hint === '' ? [] : [hint]]
        .map((text, index) => <span key={text} class='hint'>{index === 0 ? ' ' : ', '}{text}</span>)}
    </legend>
  )
}

// A list or a choice can be wrong as a whole, and an error links to it.
function described ({ id, errors }: Common, name: string, hint: string | undefined) {
  const own = controlId(id, name)
  const ids = [...hint === undefined ? [] : [`${own}-hint`], ...errors.has(name) ? [`${own}-error`] : []]
  return { id: own, 'aria-describedby': ids.length === 0 ? undefined : ids.join(' ') }
}

function Notes (
  { common: { id, errors }, name, hint, label }:
  { common: Common, name: string, hint: string | undefined, label: string }
) {
  const own = controlId(id, name)
  const faults = errors.get(name)
  return (
    <>
      {hint !== undefined && <p id={`${own}-hint`} class='hint'>{hint}</p>}
      {faults !== undefined && <p id={`${own}-error`} class='fault'>{sentencesOf(label, faults)}</p>}
    </>
  )
}

/** Returns errors as sentences, each once, with the label that they continue. */
export function sentencesOf (label: string, errors: readonly string[]): string {
  const continued = (error: string) => /^(?:must|is|does|has|can|cannot)\b/.test(error) ? `${label} ${error}` : error
  return [...new Set(errors)].map(error => continued(error).replace(/([^.!?])$/, '$1.')).join(' ')
}

function ListPart ({ node, name, label, checks, common }: Of<'list'>) {
  const { element, minItems, maxItems, required } = node
  const rows = (common.rows.get(name) ?? initialRows(common, required ? Math.max(minItems, 1) : 1)).slice(0, MOST_ROWS)
  const one = element.title ?? singularOf(label)
  return (
    <fieldset class='list' {...described(common, name, node.hint)}>
      <Legend node={node} label={label} hint={between(minItems || undefined, maxItems)} />
      <Notes common={common} name={name} hint={node.hint} label={label} />
      {rows.length > 0 && (
        <ol class='rows'>
          {rows.map((index, position) => {
            const isNeeded = required && position < Math.max(minItems, 1)
            const node = element.kind === 'field' ? { ...element, required: isNeeded } : element
            return (
              <Row
                key={index} node={node} name={itemName(name, index)} label={`${one} ${position + 1}`}
                checks={isNeeded ? checks : lowered(checks)} common={common}
              />
            )
          })}
        </ol>
      )}
      {rows.length < Math.min(maxItems ?? MOST_ROWS, MOST_ROWS) && (
        <p>
          <button class='more' {...common.addButton(name)}>
            Add {rows.length === 0 ? '' : 'another '}{inSentence(one)}
          </button>
        </p>
      )}
    </fieldset>
  )
}

// A row that is left empty is not sent.
function initialRows ({ isTyped }: Common, count: number): number[] {
  return isTyped ? [] : Array.from({ length: count }, (_, index) => index)
}

function Row (props: PartProps) {
  const { node, name, label, common } = props
  return (
    <li class={node.kind === 'field' ? 'row scalar' : 'row'}>
      {node.kind !== 'field' && <input type='hidden' name={name} value='' />}
      {node.kind === 'group' ? <RowGroup {...props} node={node} /> : <Part {...props} />}
      <button class='more' aria-label={`Remove ${label}`} {...common.removeButton(name)}>Remove</button>
    </li>
  )
}

function RowGroup ({ node, name, label, checks, common }: Of<'group'>) {
  return (
    <fieldset class='group'>
      <legend>{label}</legend>
      <Notes common={common} name={name} hint={node.hint} label={label} />
      <Members group={node} name={name} checks={checks} common={common} />
    </fieldset>
  )
}

// The style sheet hides the fields of alternatives that are not chosen. A browser would check them nevertheless.
function ChoicePart ({ node, name, label, checks, common }: Of<'choice'>) {
  const { alternatives, required } = node
  const control = choiceName(name)
  const chosen = common.entered.get(control)?.at(-1) ?? (required ? undefined : '')
  const options = [...required ? [] : [{ value: '', label: 'None', node: null }], ...alternatives.map(
    (alternative, index) => ({ ...alternative, label: titleIn(alternative.label), value: String(index) }))]
  return (
    <fieldset class='choice' {...described(common, control, node.hint)}>
      <Legend node={node} label={label} />
      <Notes common={common} name={control} hint={node.hint} label={label} />
      {options.map(({ value, label, node }) => (
        <div key={value} class='alternative'>
          <input
            type='radio' id={`${controlId(common.id, control)}-${value}`} name={control} value={value}
            required={required && checks === 'all'} defaultChecked={value === chosen}
          />
          <label for={`${controlId(common.id, control)}-${value}`}>{label}</label>
          {node !== null && hasControls(node) && (
            <div class='branch' role='group' aria-label={label}>
              <Branch node={node} name={alternativeName(name, Number(value))} label={label} common={common} />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  )
}

function Branch ({ node, name, label, common }: Omit<PartProps, 'checks'>) {
  return node.kind === 'group'
    ? <Members group={node} name={name} checks='none' common={common} />
    : <Part node={node} name={name} label={label} checks='none' common={common} />
}

function titleIn (label: string): string {
  return label.includes(' ') ? label : labelOf(label)
}

function hasControls (node: Node): boolean {
  return node.kind !== 'group' || node.choice !== undefined ||
    node.members.some(({ node }) => node.kind !== 'field' || node.field.type !== 'hidden')
}

function FilePart ({ node, name, label, checks, common }: Of<'file'>) {
  const { many, required, accept, minItems, maxItems, hint } = node
  const { id, errors, fileLimit, focus } = common
  const own = controlId(id, name)
  const count = many ? between(minItems || undefined, maxItems, 'file') || 'any number of files' : 'one file'
  const limits = [count, fileLimit]
  return (
    <div class={errors.has(name) ? 'field file invalid' : 'field file'}>
      <label for={own}>{label}{required && <span class='required'> required</span>}</label>
      <p class='hint' id={`${own}-limits`}>{limits.filter(text => text !== null).join(', ')}</p>
      <Notes common={common} name={name} hint={hint} label={label} />
      <input
        type='file' id={own} name={name} multiple={many} accept={accept} required={required && checks === 'all'}
        aria-invalid={errors.has(name) || undefined} autofocus={focus === name}
        aria-describedby={[`${own}-limits`, described(common, name, hint)['aria-describedby']]
          .filter(text => text !== undefined).join(' ')}
      />
    </div>
  )
}

function JsonPart ({ node, name, label, checks, common }: Of<'json'>) {
  const { required, hint } = node
  const { id, entered, errors, focus } = common
  const [value = ''] = entered.get(name) ?? []
  const own = controlId(id, name)
  return (
    <div class={errors.has(name) ? 'field raw invalid' : 'field raw'}>
      <label for={own}>
        {label}{required && <span class='required'> required</span>} <span class='hint'>as JSON</span>
      </label>
      <Notes common={common} name={name} hint={hint} label={label} />
      <textarea
        {...described(common, name, hint)} name={name} rows={Math.max(4, Math.min(value.split('\n').length, 16))}
        required={required && checks === 'all'} spellcheck={false} defaultValue={value}
        aria-invalid={errors.has(name) || undefined} autofocus={focus === name}
      />
    </div>
  )
}
