import { MethodBadge } from '../../views/components/MethodBadge.tsx'
import { Section } from '../../views/components/Section.tsx'
import { Entries } from '../../views/components/Value.tsx'
import { readWritten } from '../../hypermedia/content.ts'
import { isObject } from '../../hypermedia/read.ts'
import type { Attempt } from '../model.ts'
import { AttemptView } from './AttemptView.tsx'
import { Layout } from './Layout.tsx'
import { labelOf, titleOf } from './names.ts'
import { usePage } from './page-context.ts'
import { shortened } from './short-text.ts'

/** The page of a form, with the resource that it changes beside it. */
export function FormPage ({ attempt }: { attempt: Attempt }) {
  const page = usePage()
  const { prefix, path, self, value } = page
  const { name, title, method } = attempt.form
  const label = title ?? labelOf(name)
  const titles = new Map(page.labels.map(({ name, title }) => [name, title]))
  const properties = isObject(value) ? readWritten(value).properties : []
  return (
    <Layout page={page} heading={label} tools={null}>
      <div class='headline'>
        <div>
          {self !== undefined && <p class='eyebrow'><a href={prefix + self}>{shortened(self)}</a></p>}
          <h1 class='words'><MethodBadge method={method} /> {shortened(label)}</h1>
        </div>
      </div>
      <div class='columns'>
        <AttemptView attempt={attempt} />
        {properties.length > 0 && (
          <Section name='Properties' level={2}>
            <Entries entries={properties.map(([name, value]) => [titleOf(name, titles.get(name)), value])} />
          </Section>
        )}
      </div>
      <p class='back'><a class='button' href={prefix + path}>Back to {shortened(path)}</a></p>
    </Layout>
  )
}
