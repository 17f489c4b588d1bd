import type { Form } from '../../../hypermedia/form.ts'
import type { JsonObject, Template } from '../../../hypermedia/read.ts'
import type { Level } from '../../../views/components/Heading.tsx'
import { Limited } from '../../../views/components/Limited.tsx'
import { Section } from '../../../views/components/Section.tsx'
import { ActionForm } from './ActionForm.tsx'
import { TemplateForm } from './TemplateForm.tsx'

interface Props {
  readonly actions: readonly Template[]
  readonly forms: readonly Form[]
  readonly level: Level
  /** What they belong to. */
  readonly resource: JsonObject
}

/** The forms and actions of a resource. */
export function Actions ({ actions, forms, level, resource }: Props) {
  return (
    <Section class='card actions' name='Actions' level={level}>
      <Limited items={forms} container={items => <>{items}</>}>
        {form => <TemplateForm key={form.name} form={form} level={level} resource={resource} />}
      </Limited>
      <Limited items={actions} container={items => <>{items}</>}>
        {action => <ActionForm key={action.name} action={action} level={level} resource={resource} />}
      </Limited>
    </Section>
  )
}
