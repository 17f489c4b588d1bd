import { below, Heading, type Level } from '../../views/components/Heading.tsx'
import { Limited } from '../../views/components/Limited.tsx'
import { MethodBadge } from '../../views/components/MethodBadge.tsx'
import { Section } from '../../views/components/Section.tsx'
import type { Form } from '../../views/hypermedia/form.ts'
import type { FieldFault } from '../model.ts'
import { writeFormQuery } from '../form-query.ts'
import { FieldView } from './FieldView.tsx'
import { Deprecation, Href } from './LinkList.tsx'
import { isLogin, labelOf } from './names.ts'
import { ownUrl, pathWithin, usePage } from './page-context.ts'

interface ListProps {
  readonly forms: readonly Form[]
  readonly level: Level
  /** The relation of an embedded resource. */
  readonly within?: string | undefined
  readonly name?: string
  /** The source of the forms, if it is not a resource. It is added to their accessible names. */
  readonly source?: string
}

/** The forms of a resource. */
export function FormList ({ forms, level, within, name = 'Actions', source }: ListProps) {
  const labels = forms.map(form => form.title ?? labelOf(form.name))
  const isShared = (index: number) => labels.indexOf(labels[index]!) !== labels.lastIndexOf(labels[index]!)
  return (
    <Section class='card actions' name={name} level={level}>
      <Limited items={forms} container={items => <>{items}</>}>
        {(form, index) => (
          <FormView key={form.name} form={form} level={below(level)} within={within} source={isShared(index) ? form.name : source} />
        )}
      </Limited>
    </Section>
  )
}

interface Props {
  readonly form: Form
  readonly level: Level
  readonly within?: string | undefined
  readonly source?: string | undefined
  /** What was typed; null for the values of the form. */
  readonly entered?: ReadonlyMap<string, readonly string[]> | null
  readonly errors?: readonly FieldFault[]
}

/** A form with its fields, or the reason why a page without a script cannot send it. */
export function FormView ({ form, level, within, source: given, entered = null, errors = [] }: Props) {
  const source = given ?? (within === undefined ? undefined : labelOf(within))
  const { name, title, method, target, deprecation, fields } = form
  const page = usePage()
  const label = title ?? labelOf(name)
  const path = pathWithin(page, target ?? '')
  const id = ['form', within ?? source, name].filter(part => part !== undefined).join('-')
  const obstacle = obstacleOf(form, path)
  const sentTo = () => method === 'GET' ? ownUrl(page, 'open') : actionUrl(page, form, path!, within)
  const errorsOf = (name: string) => errors.filter(error => error.name === name).map(({ message }) => message)
  return (
    <div class='action' id={encodeURIComponent(id)} role='form' aria-label={source === undefined ? label : `${label} (${source})`}>
      <div class='form-head'>
        <Heading level={level}>{label}</Heading>
        <p class='line'>
          <MethodBadge method={method} /> {path === null ? <Href href={target ?? ''} /> : <span class='path'>{shortened(path)}</span>}
          {deprecation !== undefined && <Deprecation href={deprecation} />}
        </p>
      </div>
      {obstacle !== null
        ? <p class='withheld'>{obstacle}</p>
        : (
          <form method={method === 'GET' ? 'get' : 'post'} action={sentTo()}>
            {method === 'GET' && <input type='hidden' name='_target' value={path!} />}
            {fields.length > 0 && (
              <div class='fields'>
                {fields.map((field, index) => (
                  <FieldView
                    key={field.name} field={field} id={`${encodeURIComponent(id)}-${index}`}
                    entered={entered === null ? null : entered.get(field.name) ?? []} errors={errorsOf(field.name)}
                  />
                ))}
              </div>
            )}
            <p class='buttons'><button type='submit' class={`go ${isLogin(name) ? '' : method.toLowerCase()}`}>{label}</button></p>
          </form>
          )}
    </div>
  )
}

/** Returns the URL that a form is sent to. A form of an embedded resource has no tag: the tag is that of the page. */
export function actionUrl (
  page: ReturnType<typeof usePage>, { name, method, contentType, fields }: Form, target: string, within: string | undefined
): string {
  const type = fields.length === 0 || ['GET', 'HEAD', 'DELETE'].includes(method) ? undefined : contentType ?? 'application/json'
  const tag = within === undefined && page.tag !== null ? page.tag : undefined
  return `${ownUrl(page, 'form')}?${writeFormQuery({ page: page.path, name, method, target, type, tag })}`
}

/** Returns why a page without a script cannot send a form, or null. */
export function obstacleOf ({ contentType, method, fields }: Form, path: string | null): string | null {
  if (path === null) return 'Its target is another site, so this page does not send it.'
  if (contentType === 'multipart/form-data') return 'It uploads files. Pages do not send uploads: use an API client.'
  const isSendable = contentType === undefined || ['application/json', 'application/x-www-form-urlencoded'].includes(contentType)
  const isSent = method === 'GET' || fields.length === 0 || isSendable
  return isSent ? null : `It is sent as ${contentType}, which pages do not send: use an API client.`
}

function shortened (text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
