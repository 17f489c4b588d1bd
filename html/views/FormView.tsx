import type { Form } from '../../hypermedia/form.ts'
import { Heading, type Level } from '../../views/components/Heading.tsx'
import { MethodBadge } from '../../views/components/MethodBadge.tsx'
import type { FieldFault } from '../model.ts'
import { isLogout, labelOf } from '../names.ts'
import { FieldView } from './FieldView.tsx'
import { formUrl, obstacleOf } from './form-url.ts'
import { Deprecation, Href } from './LinkList.tsx'
import { ownUrl, pathWithin, usePage } from './page-context.ts'
import { shortened } from './short-text.ts'

interface Props {
  readonly form: Form
  /** The level of its heading; null where the page has one. */
  readonly level: Level | null
  readonly source?: string | undefined
  /** What was typed; null for the values of the form. */
  readonly entered?: ReadonlyMap<string, readonly string[]> | null
  readonly errors?: readonly FieldFault[]
  /** Whether it cannot be undone. */
  readonly isDanger?: boolean
  /** Whether the values of the form are newer than what was typed. */
  readonly isStale?: boolean
  /** The path of the collection, where a browser goes if the resource is gone. */
  readonly up?: string | undefined
}

/** A form with its fields, or the reason why a page without a script cannot send it. */
export function FormView (props: Props) {
  const { form, level, source, isDanger = form.method === 'DELETE' && !isLogout(form.name) } = props
  const { name, title, method, target, deprecation } = form
  const page = usePage()
  const label = title ?? labelOf(name)
  const path = pathWithin(page, target ?? '')
  const id = formId(name, source)
  const obstacle = obstacleOf(form, path)
  return (
    <div class='action' id={id} role='form' aria-label={source === undefined ? label : `${label} (${source})`}>
      {level !== null && <Heading level={level}>{label}</Heading>}
      {obstacle !== null
        ? <p class='withheld'>{obstacle}</p>
        : <Controls {...props} id={id} path={path!} label={label} isDanger={isDanger} />}
      <p class='line'>
        <MethodBadge method={method} /> {path === null
          ? <Href href={target ?? ''} />
          : <span class='path'>{shortened(path)}</span>}
        {deprecation !== undefined && <Deprecation href={deprecation} />}
      </p>
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
  const { form, id, path, label, entered = null, errors = [], isDanger = false, isStale = false, up } = props
  const { method, fields } = form
  const page = usePage()
  const sentTo = method === 'GET' ? ownUrl(page, 'open') : formUrl(page, form, fields.length > 0, path, { ...page, up })
  const messages = new Map<string, string[]>()
  for (const { name, message } of errors) messages.set(name, messages.get(name) ?? []).get(name)!.push(message)
  const style = isDanger ? 'go delete' : 'go'
  return (
    <form method={method === 'GET' ? 'get' : 'post'} action={sentTo}>
      {method === 'GET' && <input type='hidden' name='_target' value={path} />}
      {fields.length > 0 && (
        <div class='fields'>
          {fields.map((field, index) => (
            <FieldView
              key={field.name} field={field} id={`${id}-${index}`}
              entered={entered === null ? null : entered.get(field.name) ?? []}
              errors={messages.get(field.name) ?? []} isStale={isStale}
              isSearch={method === 'GET'}
            />
          ))}
        </div>
      )}
      <p class='buttons'><button type='submit' class={style}>{label}</button></p>
    </form>
  )
}
