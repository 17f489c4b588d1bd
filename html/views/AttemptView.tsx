import { dangersOf, writtenMembers } from '../../hypermedia/content.ts'
import type { Form } from '../../hypermedia/form.ts'
import { isObject, linksOf, member } from '../../hypermedia/read.ts'
import { isInner } from '../../hypermedia/tree-names.ts'
import { controlsIn } from '../../views/form-controls.ts'
import type { Attempt, PageModel } from '../model.ts'
import { FormView } from './FormView.tsx'
import { pathWithin, usePage } from './page-context.ts'
import { shortened } from './short-text.ts'

/** A form on its own page. If it failed, with what was typed and the errors beside the fields. */
export function AttemptView ({ attempt }: { attempt: Attempt }) {
  const { form, tree, entered, errors, current, focus } = attempt
  const page = usePage()
  const known = new Set(controlsIn(tree, entered ?? new Map()).map(({ name }) => name))
  const others = [...entered ?? []].filter(([name]) => !known.has(name) && !isInner(name))
  const shown: Form = { ...form, target: page.prefix + form.target }
  const isDanger = form.method === 'DELETE' || dangersOf(page.value).has(form.name)
  return (
    <section class='card actions attempt' aria-label='Form'>
      {isDanger && entered === null && <p>Are you sure? This may not be possible to undo.</p>}
      <FormView
        form={shown} level={null} entered={entered} errors={errors} isDanger={isDanger} up={collectionOf(page)}
        isStale={current !== undefined} tree={tree} focus={focus ?? null}
      />
      {others.length > 0 && (
        <dl class='entries'>
          {others.slice(0, 50)
            .map(([name, values]) => <div key={name}><dt>{name}</dt><dd>{values.join(', ').slice(0, 1000)}</dd></div>)}
        </dl>
      )}
    </section>
  )
}

/** The way back from a form. */
export function Back () {
  const { prefix, path, labelAt } = usePage()
  return <p class='back'><a class='button' href={prefix + path}>Back to {shortened(labelAt(path))}</a></p>
}

function collectionOf (page: PageModel): string | undefined {
  if (!isObject(page.value)) return undefined
  const links = linksOf(member(writtenMembers(page.value), '_links'))
  const [link] = links.find(({ name }) => name.toLowerCase() === 'collection')?.items ?? []
  return link === undefined || link.templated ? undefined : pathWithin(page, link.href) ?? undefined
}
