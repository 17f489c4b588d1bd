import { readWritten } from '../../hypermedia/content.ts'
import { isObject, member } from '../../hypermedia/read.ts'
import { ExternalLink } from '../../views/components/ExternalLink.tsx'
import { LongText } from '../../views/components/LongText.tsx'
import { readProblem } from '../../views/problem.ts'
import { NO_FACTS } from '../facts.ts'
import type { Attempt, FieldFault } from '../model.ts'
import { isLogin, labelOf } from '../names.ts'
import { Actions } from './Actions.tsx'
import { Entries } from './Entries.tsx'
import { LinkList } from './LinkList.tsx'
import { targetOf, usePage } from './page-context.ts'

/** An error: what is wrong. */
export function ProblemView ({ value }: { value: unknown }) {
  const page = usePage()
  if (!isObject(value)) {
    return <section class='card problem' role='alert'><p class='problem-title'>{page.reason}</p></section>
  }
  if (page.attempt?.current !== undefined) return <StaleForm />
  // Each error is at its field.
  if (member(value, 'code') === 'FST_ERR_VALIDATION' && areAtFields(page.attempt)) return <MarkedFields />
  const { title, detail, type, otherMembers } = readProblem(value, page.reason)
  const details = Object.entries(otherMembers).filter(([name]) => !HIDDEN.includes(name))
  return (
    <section class='card problem' role='alert'>
      <p class='problem-title'><LongText text={title} limit={200} /></p>
      {detail !== undefined && <p><LongText text={detail} /></p>}
      {type !== undefined && <ProblemType href={type} />}
      <OtherFaults faults={otherFaults(value, new Set(page.attempt?.form.fields.map(({ name }) => name)))} />
      {details.length > 0 && <Entries entries={details} facts={NO_FACTS} />}
    </section>
  )
}

function areAtFields (attempt: Attempt | null): boolean {
  const names = new Set(attempt?.form.fields.map(({ name }) => name))
  return attempt !== null && attempt.errors.length > 0 && attempt.errors.every(({ name }) => names.has(name))
}

function MarkedFields () {
  return (
    <section class='card problem' role='alert'>
      <p class='problem-title'>There is a problem</p>
      <p>Correct the fields that are marked.</p>
    </section>
  )
}

// The entity tag in the form was of an earlier state.
function StaleForm () {
  return (
    <section class='card problem' role='alert'>
      <p class='problem-title'>Someone changed this after you opened it</p>
      <p>Nothing has been saved. Compare what you typed with the current values, then send the form again.</p>
    </section>
  )
}

/** The links and forms of an error: what people can do. */
export function Remedies ({ value }: { value: unknown }) {
  const { attempt } = usePage()
  if (!isObject(value)) return null
  const { links, forms } = readWritten(value)
  // The form that failed is on the page already.
  const remedies = forms.filter(({ name }) => attempt === null || name !== 'retry')
  return (
    <>
      <Actions forms={remedies} dangers={NONE} name='What you can do' source='offered by the problem' />
      <LinkList links={links.filter(({ name }) => !isLogin(name))} level={2} />
    </>
  )
}

const NONE: ReadonlySet<string> = new Set()

// Shown beside the fields, or of no use to people.
const HIDDEN = ['errors', 'code', 'instance', 'action']

function ProblemType ({ href }: { href: string }) {
  const target = targetOf(usePage(), href)
  if (target.kind === 'blocked') return <p class='muted'>{href.slice(0, 200)}</p>
  return (
    <p>
      <ExternalLink href={target.kind === 'external' ? target.url : target.path}>About this problem</ExternalLink>
    </p>
  )
}

// Faults that no field of the page shows.
function otherFaults (value: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): FieldFault[] {
  const errors = member(value, 'errors')
  if (!Array.isArray(errors)) return []
  return errors.filter((error): error is FieldFault =>
    isObject(error) && typeof error['message'] === 'string' && typeof error['name'] === 'string' &&
      !names.has(error['name']))
}

function OtherFaults ({ faults }: { faults: readonly FieldFault[] }) {
  if (faults.length === 0) return null
  return (
    <ul class='faults'>
      {faults.slice(0, 50).map(({ name, message }, index) => (
        <li key={index}>{name !== '' && <strong>{labelOf(name)} </strong>}{message}</li>
      ))}
    </ul>
  )
}
