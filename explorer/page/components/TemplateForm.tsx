import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Literals } from '../../../hypermedia/choices.ts'
import { enteredFor, startOf } from '../../../hypermedia/enter-tree.ts'
import { type Entered, sendsJson } from '../../../hypermedia/fill.ts'
import type { EnteredFile, FilledIn } from '../../../hypermedia/fill-tree.ts'
import type { Form } from '../../../hypermedia/form.ts'
import { formErrors } from '../../../hypermedia/form-errors.ts'
import { type JsonObject, membersOf } from '../../../hypermedia/read.ts'
import { controlIn, type Node, someNode } from '../../../hypermedia/tree.ts'
import { itemName, rowsIn } from '../../../hypermedia/tree-names.ts'
import { treeSubmission } from '../../../hypermedia/tree-submission.ts'
import { controlId, FormTree } from '../../../views/components/FormTree.tsx'
import type { Level } from '../../../views/components/Heading.tsx'
import { formatJson } from '../../../views/json/lines.ts'
import { byteCount } from '../../../views/wording.ts'
import { useSender } from '../explorer.ts'
import { type ShownTree, useFormTree } from '../form-tree.ts'
import type { Exchange } from '../http/exchange.ts'
import { sampleBody } from '../sample.ts'
import { ActionFrame } from './ActionFrame.tsx'
import { BodyEditor } from './BodyEditor.tsx'
import { FieldView } from './FieldView.tsx'

interface Props {
  readonly form: Form
  readonly level: Level
  /** What the form belongs to. */
  readonly resource: JsonObject
}

/** A HAL-FORMS template as a form. */
export function TemplateForm (props: Props) {
  return <TreeForm {...props} {...useFormTree(props.form)} />
}

/** A form with its fields. If it sends JSON, the body can be edited as such. */
export function TreeForm ({ form, tree, isDescribed, isDangerous, level, resource }: Props & ShownTree) {
  const { name, title, method, target, contentType = 'application/json' } = form
  const literals = useRef(new Map<string, Literals>())
  const sent = useRef<FilledIn>({ entered: new Map() })
  const [json, setJson] = useState<string | null>(null)
  const isJson = sendsJson(form)
  const hasFields = someNode(tree, ({ kind }) => kind !== 'group')
  const submission = (element: HTMLFormElement, path: string) => {
    if (json !== null) return { method, path, contentType, body: json }
    const started = startOf(tree, enteredFor(tree, valueIn(form, resource)))
    sent.current = { ...filledIn(element), started, ...!isDescribed && { literals: literals.current } }
    const sentAs = hasFields ? contentType : form.contentType
    return treeSubmission({ method, contentType: sentAs }, tree, sent.current, path)
  }
  const bodyIn = (element: HTMLFormElement) => formatJson(String(submission(element, '/').body))

  return (
    <ActionFrame
      name={name} title={title} method={method} target={target} isDangerous={isDangerous} level={level}
      submission={submission}
    >
      {failure => (
        <>
          {hasFields && (
            // Disabled fields are not checked, and keep their values.
            <fieldset
              class='all-fields' disabled={json !== null} hidden={json !== null}
              onChange={({ target }) => readFiles(target)}
            >
              <Fields
                tree={tree} value={valueIn(form, resource)} literals={isJson && !isDescribed ? literals.current : null}
                errors={errorsIn(failure, tree, sent.current)}
              />
            </fieldset>
          )}
          {isJson && hasFields && (
            <label class='as-json'>
              <input
                type='checkbox' checked={json !== null}
                onChange={({ currentTarget: { checked, form } }) => setJson(checked ? bodyIn(form!) : null)}
              />{' '}
              Edit as JSON
            </label>
          )}
          {json !== null && <JsonFields form={form} tree={tree} json={json} onJson={setJson} />}
        </>
      )}
    </ActionFrame>
  )
}

// HAL-FORMS has no values of lists and objects.
function valueIn ({ method, fields }: Form, resource: JsonObject): JsonObject | undefined {
  const names = new Set(fields.map(({ name }) => name))
  return method === 'PUT' || method === 'PATCH'
    ? Object.fromEntries(membersOf(resource).filter(([name]) => !names.has(name)))
    : undefined
}

interface FieldsProps {
  readonly tree: Node
  readonly value: unknown
  readonly literals: Map<string, Literals> | null
  readonly errors: ReadonlyMap<string, readonly string[]>
}

// The browser keeps what is typed. The page only knows which rows there are.
function Fields ({ tree, value, literals, errors }: FieldsProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = useFormId()
  const { settings: { fileLimit } } = useSender()
  const [rows, setRows] = useState<Entered | null>(null)
  const [focus, setFocus] = useState<string | null>(null)
  const initial = useMemo(() => enteredFor(tree, value), [tree])
  useEffect(() => {
    if (focus !== null) document.getElementById(controlId(id, focus))?.focus()
  }, [focus])
  const change = (list: string, changed: (indexes: readonly number[]) => readonly number[]) => {
    const shown = rowsIn(filledIn(box.current!.closest('form')!).entered)
    const all = new Map([...shown, [list, changed(shown.get(list) ?? [])]])
    setRows(new Map([...all].flatMap(([name, indexes]) => indexes.map(index => [itemName(name, index), ['']]))))
  }
  return (
    <div ref={box}>
      <FormTree
        tree={tree}
        context={{
          id,
          entered: rows === null ? initial : withRows(initial, rows),
          isTyped: false,
          errors,
          focus: null,
          fileLimit: `at most ${byteCount(fileLimit)} in all`,
          renderField: slot => <FieldView {...slot} literals={literals} />,
          addButton: list => ({
            type: 'button',
            onClick: () => change(list, indexes => {
              const next = (indexes.at(-1) ?? -1) + 1
              setFocus(controlIn(tree, itemName(list, next)))
              return [...indexes, next]
            })
          }),
          removeButton: row => ({
            type: 'button',
            onClick () {
              const [, list, index] = /^(.*)\[(\d+)\]$/s.exec(row)!
              change(list!, indexes => {
                const others = indexes.filter(other => other !== Number(index))
                // A list shows an empty row where it has none.
                return others.length === 0 ? [Number(index) + 1] : others
              })
            }
          })
        }}
      />
    </div>
  )
}

// Without the rows that were removed.
function withRows (initial: Entered, rows: Entered): Entered {
  const isGone = (name: string) => Array.from(name.matchAll(/\[\d+\]/g), ({ index, 0: row }) =>
    name.slice(0, index + row.length)).some(row => !rows.has(row))
  return new Map([...[...initial].filter(([name]) => !isGone(name)), ...[...rows].filter(([row]) => !initial.has(row))])
}

let forms = 0

function useFormId (): string {
  return useMemo(() => `form-${++forms}`, [])
}

function errorsIn (failure: Exchange | null, tree: Node, filled: FilledIn): ReadonlyMap<string, readonly string[]> {
  const response = failure?.response
  if (response?.body.kind !== 'json') return new Map()
  const messages = new Map<string, string[]>()
  for (const { name, message } of formErrors(tree, filled, response.status, response.body.value).errors) {
    messages.set(name, messages.get(name) ?? []).get(name)!.push(message)
  }
  return messages
}

// Files in base64, read as soon as they are chosen.
const read = new WeakMap<Blob, string>()

async function readFiles (target: EventTarget | null): Promise<void> {
  for (const file of (target as HTMLInputElement | null)?.files ?? []) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    read.set(file, btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')))
  }
}

function filledIn (element: HTMLFormElement): FilledIn {
  const entered = new Map<string, string[]>()
  const files = new Map<string, EnteredFile[]>()
  for (const [name, value] of new FormData(element)) {
    if (typeof value === 'string') entered.set(name, [...entered.get(name) ?? [], value])
    else if (value.size > 0 || value.name !== '') {
      const base64 = read.get(value)
      files.set(name, [...files.get(name) ?? [], { blob: value, ...base64 !== undefined && { base64 } }])
    }
  }
  return { entered, files }
}

interface JsonProps {
  readonly form: Form
  readonly tree: Node
  readonly json: string
  readonly onJson: (json: string) => void
}

function JsonFields ({ form, tree, json, onJson }: JsonProps) {
  return (
    <>
      <BodyEditor
        label='Body' hint={form.contentType ?? 'application/json'} value={json} isJson onValue={onJson}
        rows={Math.max(5, Math.min(json.split('\n').length, 20))}
      />
      <p class='buttons'>
        <button type='button' class='more' onClick={() => onJson(formatJson(sampleBody(form, tree) ?? ''))}>
          Insert a sample
        </button>
        <span class='muted'>A value for each field. The form keeps the values that you entered there.</span>
      </p>
    </>
  )
}
