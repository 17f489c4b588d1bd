import { writtenMembers } from '../../hypermedia/content.ts'
import type { Form } from '../../hypermedia/form.ts'
import { isObject, linksOf, member } from '../../hypermedia/read.ts'
import { isInner } from '../../hypermedia/tree-names.ts'
import { Confirmation } from '../../views/components/Confirmation.tsx'
import { controlsIn } from '../../views/form-controls.ts'
import type { Attempt, PageModel } from '../model.ts'
import { inSentence, labelOf } from '../names.ts'
import { currentValues } from './current.ts'
import { FormView } from './FormView.tsx'
import { titleAt } from './heading.ts'
import { pathWithin, usePage } from './page-context.ts'
import { shortened } from './short-text.ts'

/** A form on its own page. If it failed, with what was typed and the errors beside the fields. */
export function AttemptView ({ attempt }: { attempt: Attempt }) {
  const { form, tree, entered, errors, current, focus, isDanger = false } = attempt
  const page = usePage()
  const known = new Set(controlsIn(tree, entered ?? new Map()).map(({ name }) => name))
  const others = [...entered ?? []].filter(([name]) => !known.has(name) && !isInner(name))
  const label = formLabel(page, attempt)
  const title = label === labelOf(form.name) ? form.title : label
  const shown: Form = { ...form, title, target: page.prefix + form.target }
  return (
    <section class='card actions attempt' aria-label='Form'>
      {isDanger && entered === null && <Confirmation />}
      <FormView
        form={shown} level={null} entered={entered} errors={errors} isDanger={isDanger} up={collectionOf(page)}
        current={current === undefined ? undefined : currentValues(form, tree, current)}
        tree={tree} focus={focus ?? null}
        back={form.method === 'GET' ? null : <BackLink />}
      />
      {others.length > 0 && (
        <dl class='entries'>
          {others.slice(0, 50)
            .map(([name, values]) => (
              <div key={name}><dt>{name}</dt><dd dir='auto'>{values.join(', ').slice(0, 1000)}</dd></div>
            ))}
        </dl>
      )}
    </section>
  )
}

/** Returns what a form is called on its own page. "Cancel" alone would be the button that leaves it. */
export function formLabel (page: PageModel, { form: { name, title }, isDanger = false }: Attempt): string {
  const { path, self = path, entryPoint } = page
  const label = title ?? labelOf(name)
  if (!isDanger || label.includes(' ') || self === entryPoint) return label
  const { text, isName } = titleAt(page, self)
  return `${label} ${isName ? text : inSentence(text)}`
}

/** The way back from a form. */
export function BackLink () {
  const page = usePage()
  return <a href={page.prefix + page.path}>Back to {shortened(titleAt(page, page.path).text)}</a>
}

function collectionOf (page: PageModel): string | undefined {
  if (!isObject(page.resource)) return undefined
  const links = linksOf(member(writtenMembers(page.resource), '_links'))
  const [link] = links.find(({ name }) => name.toLowerCase() === 'collection')?.items ?? []
  return link === undefined || link.templated ? undefined : pathWithin(page, link.href) ?? undefined
}
