import { isObject, member } from '../../hypermedia/read.ts'
import { ExternalLink } from '../../views/components/ExternalLink.tsx'
import { controlId, sentencesOf } from '../../views/components/FormTree.tsx'
import { LongText } from '../../views/components/LongText.tsx'
import { controlsIn } from '../../views/form-controls.ts'
import { readProblem } from '../../views/problem.ts'
import { NO_FACTS } from '../facts.ts'
import type { Attempt, FieldFault } from '../model.ts'
import { isLogin, labelOf } from '../names.ts'
import { Actions } from './Actions.tsx'
import { Entries } from './Entries.tsx'
import { formId } from './FormView.tsx'
import { LinkList } from './LinkList.tsx'
import { targetOf, usePage } from './page-context.ts'
import { problemTitle } from './problem-title.ts'
import { shownOf } from './shown.ts'

/** An error: what is wrong. @param heading of the page: it is not repeated */
export function ProblemView ({ value, heading }: { value: unknown, heading: string }) {
  const page = usePage()
  if (!isObject(value)) {
    const title = problemTitle(value, page.status, page.reason)
    return heading === title
      ? null
      : <section class='card problem' role='alert'><p class='problem-title'>{title}</p></section>
  }
  if (page.attempt?.current !== undefined) return <StaleForm />
  const { attempt } = page
  const hasErrors = attempt !== null && attempt.errors.length > 0
  const { detail, type, otherMembers } = readProblem(value, page.reason)
  // A validator's message is about the first error, and for developers.
  const isInvalid = hasErrors && (detail === undefined || VALIDATION.test(detail))
  const shown = isInvalid ? 'There is a problem' : problemTitle(value, page.status, page.reason)
  const details = isInvalid ? [] : Object.entries(otherMembers).filter(([name]) => !HIDDEN.includes(name))
  return (
    <section class='card problem' role='alert' tabIndex={hasErrors ? -1 : undefined} autofocus={hasErrors}>
      {shown !== heading && <p class='problem-title'><LongText text={shown} limit={200} /></p>}
      {detail !== undefined && !isInvalid && <p><LongText text={inWords(detail)} /></p>}
      {type !== undefined && <ProblemType href={type} />}
      {hasErrors && <ErrorLinks attempt={attempt} />}
      <OtherFaults faults={attempt === null ? faultsOf(value) : attempt.otherErrors ?? []} />
      {details.length > 0 && <Entries entries={details} facts={NO_FACTS} />}
    </section>
  )
}

// The messages of Fastify, for a URL without a route, and of a guard are for clients.
const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^Route [A-Z]+:[^]* not found$/, 'There is nothing at this address. If you typed it, check that it is right.'],
  [/^The caller is not allowed to send this request\.$/, 'Not everybody may see or do this.']
]

function inWords (detail: string): string {
  return WORDS.find(([message]) => message.test(detail))?.[1] ?? detail
}

const VALIDATION = /^(?:body|querystring)(?:\/| )/

// Each error is a link to its control.
function ErrorLinks ({ attempt: { form, tree, entered, errors } }: { attempt: Attempt }) {
  const controls = new Map(controlsIn(tree, entered ?? new Map()).map(control => [control.name, control]))
  const messages = byName(errors)
  return (
    <ul class='faults'>
      {Array.from(messages, ([name, faults]) => {
        const control = controls.get(name)
        if (control === undefined) return null
        const { label, row } = control
        const text = sentencesOf(label, faults.map(({ message }) => message))
        return (
          <li key={name}>
            <a href={`#${controlId(formId(form.name), name)}`}>{row === '' || row === label ? '' : `${row}: `}{text}</a>
          </li>
        )
      })}
    </ul>
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
  const { links, forms } = shownOf(value)
  // The form that failed is on the page already.
  const remedies = forms.filter(({ name }) => attempt === null || name !== 'retry')
  return (
    <>
      <Actions forms={remedies} dangers={NONE} name='What you can do' source='offered by the problem' />
      <LinkList links={links.filter(({ name }) => !isLogin(name) && name !== 'self')} level={2} />
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

function byName (errors: readonly FieldFault[]): ReadonlyMap<string, readonly FieldFault[]> {
  const found = new Map<string, FieldFault[]>()
  for (const error of errors) found.set(error.name, [...found.get(error.name) ?? [], error])
  return found
}

function faultsOf (value: Readonly<Record<string, unknown>>): FieldFault[] {
  const errors = member(value, 'errors')
  if (!Array.isArray(errors)) return []
  return errors.filter((error): error is FieldFault =>
    isObject(error) && typeof error['message'] === 'string' && typeof error['name'] === 'string')
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
