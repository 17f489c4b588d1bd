import type { Action } from '../hypermedia/action.ts'
import type { Form } from '../hypermedia/form.ts'
import { ActionForm } from './ActionForm.tsx'
import { below, type Level } from './Heading.tsx'
import { Limited } from './Limited.tsx'
import { Part } from './Part.tsx'
import { TemplateForm } from './TemplateForm.tsx'

interface Props {
  readonly actions: readonly Action[]
  readonly forms: readonly Form[]
  readonly level: Level
}

/** What can be done with a resource now. */
export function Actions ({ actions, forms, level }: Props) {
  return (
    <Part class='card actions' name='Actions' level={level}>
      <Limited items={forms} within={items => <>{items}</>}>{form => <TemplateForm key={form.name} form={form} level={below(level)} />}</Limited>
      <Limited items={actions} within={items => <>{items}</>}>{action => <ActionForm key={action.name} action={action} level={below(level)} />}</Limited>
    </Part>
  )
}
