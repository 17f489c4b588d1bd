import type { Form } from '../../hypermedia/form.ts'
import { Section } from '../../views/components/Section.tsx'
import { isRemoval } from '../../views/removal.ts'
import { hasControls } from '../form-controls.ts'
import type { PageModel } from '../model.ts'
import { isLogin, labelOf } from '../names.ts'
import { formUrl, obstacleOf } from './form-url.ts'
import { FormView } from './FormView.tsx'
import { pathWithin, usePage } from './page-context.ts'

interface Props {
  readonly forms: readonly Form[]
  /** The names of those that cannot be undone. */
  readonly dangers: ReadonlySet<string>
  readonly name?: string
  /** The source of the forms, if it is not a resource. It is added to their accessible names. */
  readonly source?: string
  /** The path of the resource; undefined for the path of the page. */
  readonly self?: string | undefined
}

const MOST = 50

/**
 * The actions of a resource. The first one stands out. One that needs no input is a button, one with fields is folded,
 * and one that cannot be undone has a page that asks.
 */
export function Actions ({ forms, dangers, name = 'Actions', source, self }: Props) {
  if (forms.length === 0) return null
  const isDanger = (form: Form) => dangers.has(form.name) || isRemoval(form)
  const ordered = [...forms.filter(form => !isDanger(form)), ...forms.filter(isDanger)]
  const labels = ordered.map(labelFor)
  const isShared = (index: number) => labels.indexOf(labels[index]!) !== labels.lastIndexOf(labels[index]!)
  return (
    <Section class='actions' name={name} title={<span class='unseen'>{name}</span>} level={2}>
      <div class='bar'>
        {ordered.slice(0, MOST).map((form, index) => (
          <Action
            key={form.name} form={form} isPrimary={index === 0 && !isDanger(form)} isDanger={isDanger(form)}
            source={isShared(index) ? form.name : source} self={self}
          />
        ))}
      </div>
      {ordered.length > MOST && <p class='muted'>{ordered.length - MOST} more in the JSON</p>}
    </Section>
  )
}

interface ActionProps {
  readonly form: Form
  readonly isPrimary: boolean
  readonly isDanger: boolean
  readonly source: string | undefined
  readonly self: string | undefined
}

function Action ({ form, isPrimary, isDanger, source, self }: ActionProps) {
  const page = usePage()
  const label = labelFor(form)
  const path = pathWithin(page, form.target ?? '')
  if (path !== null && obstacleOf(form, path) === null) {
    const hasFields = form.fields.length > 0 || hasControls(page.treeOf(form, path))
    if (isDanger) {
      const href = formUrl(page, { form, hasFields, target: path }, { tag: null, self })
      return <a class='button danger' href={href}>{label}…</a>
    }
    if (!hasFields) return <Button {...{ page, form, path, isPrimary, source }} />
  }
  return (
    <details class='fold' open={isLogin(form.name)}>
      <summary class={isPrimary ? 'button go' : 'button'}>{label}</summary>
      <div class='card'><FormView form={form} level={null} source={source} /></div>
    </details>
  )
}

interface ButtonProps {
  readonly page: PageModel
  readonly form: Form
  readonly path: string
  readonly isPrimary: boolean
  readonly source: string | undefined
}

function Button ({ page, form, path, isPrimary, source }: ButtonProps) {
  const label = labelFor(form)
  const style = isPrimary ? 'go' : undefined
  const name = source === undefined ? label : `${label} (${source})`
  if (form.method === 'GET') return <a class={`button ${style ?? ''}`} href={page.prefix + path}>{label}</a>
  const action = formUrl(page, { form, hasFields: false, target: path }, page)
  return (
    <form method='post' action={action} aria-label={name}>
      <button type='submit' class={style}>{label}</button>
    </form>
  )
}

function labelFor ({ title, name }: Form): string {
  return title ?? labelOf(name)
}
