import { isObject } from '../../hypermedia/read.ts'
import { Section } from '../../views/components/Section.tsx'
import type { Attempt } from '../model.ts'
import { AttemptView, formLabel } from './AttemptView.tsx'
import { FormCrumbs } from './Crumbs.tsx'
import { Entries } from './Entries.tsx'
import { Layout } from './Layout.tsx'
import { usePage } from './page-context.ts'
import { shortened } from './short-text.ts'
import { shownOf } from './shown.ts'

const NOTHING_SHOWN = { properties: [], omitted: 0 }

/** The page of a form, with the resource that it changes beside it. */
export function FormPage ({ attempt }: { attempt: Attempt }) {
  const page = usePage()
  const { resource } = page
  const label = formLabel(page, attempt)
  const { properties, omitted } = isObject(resource) ? shownOf(resource) : NOTHING_SHOWN
  return (
    <Layout page={page} heading={label} tools={null}>
      <FormCrumbs />
      <div class='headline'><h1 dir='auto'>{shortened(label)}</h1></div>
      <div class='columns'>
        <AttemptView attempt={attempt} />
        {properties.length > 0 && (
          <Section name='Properties' level={2}>
            <Entries entries={properties} omitted={omitted} facts={page.facts} isBrief />
          </Section>
        )}
      </div>
    </Layout>
  )
}
