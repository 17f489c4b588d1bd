import type { ComponentChildren } from 'preact'
import { enteredFor, startOf, startText } from '../../hypermedia/enter-tree.ts'
import type { Field, Form } from '../../hypermedia/form.ts'
import { type Node, someNode } from '../../hypermedia/tree.ts'
import { ADD, REMOVE, STARTED } from '../../hypermedia/tree-names.ts'
import { controlId, type FieldSlot, FormTree } from '../../views/components/FormTree.tsx'
import { Heading, type Level } from '../../views/components/Heading.tsx'
import { isRemoval } from '../../views/removal.ts'
import { searchField } from '../../views/search-field.ts'
import { byteCount } from '../../views/wording.ts'
import { hasControls } from '../form-controls.ts'
import type { Attempt, FieldFault } from '../model.ts'
import { labelOf } from '../names.ts'
import type { CurrentValues } from './current.ts'
import { FieldView } from './FieldView.tsx'
import { formUrl, obstacleOf } from './form-url.ts'
import { Deprecation, Href } from './LinkList.tsx'
import { ownUrl, pathWithin, usePage } from './page-context.ts'
import { isPaging } from './query.ts'

interface Props {
  readonly form: Form
  /** The level of its heading; null where the page has one. */
  readonly level: Level | null
  readonly source?: string | undefined
  /** What was typed; null for the values of the form. */
  readonly entered?: Attempt['entered']
  readonly errors?: readonly FieldFault[]
  /** Whether it cannot be undone. */
  readonly isDanger?: boolean
  /** What controls have now, if the resource changed after the form was opened. */
  readonly current?: CurrentValues | undefined
  /** The path of the collection, where a browser goes if the resource is gone. */
  readonly up?: string | undefined
  /** The form as a tree. @default as its target has it */
  readonly tree?: Node
  /** The name of the control that has the focus. */
  readonly focus?: string | null
  /** Beside its button. */
  readonly back?: ComponentChildren
}

/** A form with its fields, or the reason why a page without a script cannot send it. */
export function FormView (props: Props) {
  const { form, level, source, isDanger = isRemoval(form) } = props
  const { name, title, target, deprecation } = form
  const page = usePage()
  const label = title ?? labelOf(name)
  const path = pathWithin(page, target ?? '')
  const id = formId(name, source)
  const obstacle = obstacleOf(form, path)
  return (
    <div class='action' id={id} role='form' aria-label={source === undefined ? label : `${label} (${source})`}>
      {level !== null && <Heading level={level}>{label}</Heading>}
      {deprecation !== undefined && <p><Deprecation href={deprecation} /></p>}
      {obstacle !== null
        ? <p class='withheld'>{obstacle}</p>
        : <Controls {...props} id={id} path={path!} label={label} isDanger={isDanger} />}
      {path === null && <p class='line'><Href href={target ?? ''} /></p>}
    </div>
  )
}

/** The id of the element of a form. @param source of several forms with one name */
export function formId (name: string, source?: string): string {
  return encodeURIComponent(['form', source, name].filter(part => part !== undefined).join('-'))
}

interface ControlsProps extends Props {
  readonly id: string
  readonly path: string
  readonly label: string
}

function Controls (props: ControlsProps) {
  const { form, path, label, isDanger = false, up } = props
  const { method } = form
  const page = usePage()
  const tree = props.tree ?? page.treeOf(form, path)
  const isSearch = method === 'GET'
  const sent = { form, hasFields: hasControls(tree), target: path }
  const sentTo = isSearch ? ownUrl(page, 'open') : formUrl(page, sent, { ...page, up })
  const hasFiles = !isSearch && someNode(tree, ({ kind }) => kind === 'file')
  return (
    <form
      method={isSearch ? 'get' : 'post'} action={sentTo} enctype={hasFiles ? 'multipart/form-data' : undefined}
    >
      {isSearch && <input type='hidden' name='_target' value={path} />}
      {/* The Enter key presses the first button of a form. */}
      {someNode(tree, ({ kind }) => kind === 'list') &&
        <button type='submit' class='unseen' tabIndex={-1} aria-hidden='true'>{label}</button>}
      {isSearch ? <SearchFields {...props} /> : hasControls(tree) && <Fields {...props} tree={tree} />}
      {hasFiles && props.entered !== null && props.entered !== undefined &&
        <p class='hint'>A page cannot keep files and passwords: choose and type them again.</p>}
      <p class='buttons'>
        <button type='submit' class={isDanger ? 'go delete' : 'go'}>
          {hasControls(tree) ? sendLabel(label) : label}
        </button>
        {props.back}
      </p>
    </form>
  )
}

// What "Edit the order" opens is sent with "Save".
function sendLabel (label: string): string {
  return /^(?:edit|change|update)\b/i.test(label) ? 'Save' : label
}

function messagesIn (errors: readonly FieldFault[]): ReadonlyMap<string, readonly string[]> {
  const messages = new Map<string, string[]>()
  for (const { name, message } of errors) messages.set(name, messages.get(name) ?? []).get(name)!.push(message)
  return messages
}

// The names of a query are not those of a tree.
function SearchFields ({ form: { fields }, id, entered = null, errors = [] }: ControlsProps) {
  if (fields.length === 0) return null
  const messages = messagesIn(errors)
  return (
    <div class='fields'>
      {fields.filter(({ name }) => !isPaging(name) || messages.has(name)).map(field => (
        <FieldView
          key={field.name} field={fieldOfSearch(field, entered?.get(field.name))}
          id={controlId(id, field.name)} entered={entered === null ? null : entered.get(field.name) ?? []}
          errors={messages.get(field.name) ?? []} isSearch
        />
      ))}
    </div>
  )
}

function fieldOfSearch (field: Field, entered: readonly string[] | undefined): Field {
  const values = entered ?? field.choices?.selected ?? [field.value]
  return { ...searchField(field.name, field, values), required: field.required }
}

function Fields (
  { form: { method, values }, tree, id, entered = null, errors = [], current, focus = null }:
  ControlsProps & { readonly tree: Node }
) {
  const { fileLimit } = usePage()
  const start = enteredFor(tree, values === undefined ? undefined : JSON.parse(values))
  const isLogin = someNode(tree, node => node.kind === 'field' && node.field.type === 'password')
  const renderField = (slot: FieldSlot) => <FieldView {...slot} now={current?.(slot.field) ?? null} isLogin={isLogin} />
  return (
    <>
      {method === 'PATCH' && (
        <input type='hidden' name={STARTED} value={entered?.get(STARTED)?.[0] ?? startText(startOf(tree, start))} />
      )}
      <FormTree
        tree={tree}
        context={{
          id,
          entered: entered ?? start,
          isTyped: entered !== null,
          errors: messagesIn(errors),
          focus,
          fileLimit: `at most ${byteCount(fileLimit)} in all`,
          renderField,
          addButton: list => ({ type: 'submit', name: ADD, value: list, formNoValidate: true }),
          removeButton: row => ({ type: 'submit', name: REMOVE, value: row, formNoValidate: true })
        }}
      />
    </>
  )
}
