import { below, Heading, type Level } from '../../views/components/Heading.tsx'
import { Limited } from '../../views/components/Limited.tsx'
import { MethodBadge } from '../../views/components/MethodBadge.tsx'
import { Section } from '../../views/components/Section.tsx'
import type { Form } from '../../hypermedia/form.ts'
import type { FieldFault } from '../model.ts'
import { FieldView } from './FieldView.tsx'
import { formUrl, obstacleOf } from './form-url.ts'
import { Deprecation, Href } from './LinkList.tsx'
import { isLogin, labelOf } from './names.ts'
import { shortened } from './short-text.ts'
import { ownUrl, pathWithin, usePage } from './page-context.ts'

interface ListProps {
  readonly forms: readonly Form[]
  readonly level: Level
  readonly name?: string
  /** The source of the forms, if it is not a resource. It is added to their accessible names. */
  readonly source?: string
}

/** The forms of a resource. */
export function FormList ({ forms, level, name = 'Actions', source }: ListProps) {
  const labels = forms.map(form => form.title ?? labelOf(form.name))
  const isShared = (index: number) => labels.indexOf(labels[index]!) !== labels.lastIndexOf(labels[index]!)
  return (
    <Section class='card actions' name={name} level={level}>
      <Limited items={forms} container={items => <>{items}</>}>
        {(form, index) => (
          <FormView key={form.name} form={form} level={below(level)} source={isShared(index) ? form.name : source} />
        )}
      </Limited>
    </Section>
  )
}

interface Props {
  readonly form: Form
  readonly level: Level
  readonly source?: string | undefined
  /** What was typed; null for the values of the form. */
  readonly entered?: ReadonlyMap<string, readonly string[]> | null
  readonly errors?: readonly FieldFault[]
}

/** A form with its fields, or the reason why a page without a script cannot send it. */
export function FormView ({ form, level, source, entered = null, errors = [] }: Props) {
  const { name, title, method, target, deprecation, fields } = form
  const page = usePage()
  const label = title ?? labelOf(name)
  const path = pathWithin(page, target ?? '')
  const id = ['form', source, name].filter(part => part !== undefined).join('-')
  const obstacle = obstacleOf(form, path)
  const sentTo = () => method === 'GET' ? ownUrl(page, 'open') : formUrl(page, form, fields.length > 0, path!, page)
  const messages = new Map<string, string[]>()
  for (const { name, message } of errors) messages.set(name, messages.get(name) ?? []).get(name)!.push(message)
  return (
    <div
      class='action' id={encodeURIComponent(id)} role='form'
      aria-label={source === undefined ? label : `${label} (${source})`}
    >
      <div class='form-head'>
        <Heading level={level}>{label}</Heading>
        <p class='line'>
          <MethodBadge method={method} /> {path === null
            ? <Href href={target ?? ''} />
            : <span class='path'>{shortened(path)}</span>}
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
                    entered={entered === null ? null : entered.get(field.name) ?? []}
                    errors={messages.get(field.name) ?? []}
                  />
                ))}
              </div>
            )}
            <p class='buttons'>
              <button type='submit' class={`go ${isLogin(name) ? '' : method.toLowerCase()}`}>{label}</button>
            </p>
          </form>
          )}
    </div>
  )
}
