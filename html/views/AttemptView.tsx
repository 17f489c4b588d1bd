import type { Form } from '../../hypermedia/form.ts'
import type { Attempt } from '../model.ts'
import { FormView } from './FormView.tsx'
import { usePage } from './page-context.ts'

/** A form on its own page. If it failed, with what was typed and the errors beside the fields. */
export function AttemptView ({ attempt: { form, entered, errors } }: { attempt: Attempt }) {
  const { prefix } = usePage()
  const names = new Set(form.fields.map(({ name }) => name))
  const others = [...entered ?? []].filter(([name]) => !names.has(name))
  const shown: Form = { ...form, target: prefix + form.target }
  return (
    <section class='card actions attempt' aria-label='Form'>
      <FormView form={shown} level={2} entered={entered} errors={errors} />
      {others.length > 0 && (
        <dl class='entries'>
          {others.slice(0, 50)
            .map(([name, values]) => <div key={name}><dt>{name}</dt><dd>{values.join(', ').slice(0, 1000)}</dd></div>)}
        </dl>
      )}
    </section>
  )
}
