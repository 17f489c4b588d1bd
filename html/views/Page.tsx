import { MethodBadge } from '../../views/components/MethodBadge.tsx'
import { writtenMembers } from '../../hypermedia/content.ts'
import { formsOf } from '../../hypermedia/form.ts'
import { isObject, linksOf, member, type Link, type Relation } from '../../hypermedia/read.ts'
import type { PageModel } from '../model.ts'
import { AttemptView } from './AttemptView.tsx'
import { FormPage } from './FormPage.tsx'
import { Layout } from './Layout.tsx'
import { isLogin, labelOf } from './names.ts'
import { ownUrl, targetOf, usePage } from './page-context.ts'
import { ProblemView, Remedies } from './ProblemView.tsx'
import { Representation } from './Representation.tsx'
import { shortened } from './short-text.ts'

/** The page of a response. */
export function Page () {
  const page = usePage()
  const { status, path, summary, attempt, reason, title, entryPoint } = page
  const isError = status >= 400
  if (attempt !== null && !isError) return <FormPage attempt={attempt} />
  const failedAction = attempt !== null && attempt.form.method !== 'GET' ? attempt.form : null
  const heading =
    failedAction === null ? (path === entryPoint ? title : path) : failedAction.title ?? labelOf(failedAction.name)
  return (
    <Layout page={page} heading={isError ? `${status} ${reason}` : heading} tools={<Tools />}>
      <div class='headline'>
        <div>
          {summary !== undefined && failedAction === null && !isError && <p class='eyebrow'>{summary}</p>}
          <h1 class={heading === path ? undefined : 'words'}>
            {failedAction !== null && <><MethodBadge method={failedAction.method} /> </>}{shortened(heading)}
          </h1>
        </div>
        {isError && <p><span class={`status of-${Math.floor(status / 100)}`}>{status} {reason}</span></p>}
      </div>
      {isError && <ProblemView value={page.value} />}
      {isError && (
        <div class={attempt === null ? 'column' : 'columns'}>
          {attempt !== null && <AttemptView attempt={attempt} />}
          <div class={attempt === null ? 'beside' : 'column aside'}><Remedies value={page.value} /></div>
        </div>
      )}
      {isError ? <Back /> : <Representation value={page.value} />}
    </Layout>
  )
}

// The page that a failed form was on, and the entry point.
function Back () {
  const { prefix, path, entryPoint, attempt } = usePage()
  return (
    <p class='back'>
      {attempt !== null && attempt.form.method !== 'GET' && (
        <a class='button' href={prefix + path}>Back to {shortened(path)}</a>
      )}
      {path !== entryPoint && <a class='button' href={prefix + entryPoint}>Entry point</a>}
    </p>
  )
}

function Tools () {
  const page = usePage()
  const { value, status, path } = page
  return (
    <>
      <LoginLinks value={value} />
      {status < 400 && <a class='button' href={`${ownUrl(page, 'json')}?path=${encodeURIComponent(path)}`}>JSON</a>}
    </>
  )
}

// Login is the app's own: a link to it, or an action, is where people look for it.
function LoginLinks ({ value }: { value: unknown }) {
  const page = usePage()
  if (!isObject(value)) return null
  const written = writtenMembers(value)
  const links = linksOf(member(written, '_links')).filter(({ name }) => isLogin(name))
  const form = formsOf(member(written, '_templates'), undefined).find(({ name }) => isLogin(name))
  return (
    <>
      {links.map(link => <LoginLink key={link.name} page={page} link={link} />)}
      {form !== undefined && (
        <a class='button go' href={`#form-${encodeURIComponent(form.name)}`}>{form.title ?? labelOf(form.name)}</a>
      )}
    </>
  )
}

function LoginLink ({ page, link: { name, items: [link] } }: { page: PageModel, link: Relation<Link> }) {
  const target = link === undefined || link.templated ? { kind: 'blocked' as const } : targetOf(page, link.href)
  if (target.kind === 'blocked') return null
  return (
    <a class='button go' href={target.kind === 'internal' ? target.path : target.url}>
      {link!.title ?? labelOf(name)}
    </a>
  )
}
