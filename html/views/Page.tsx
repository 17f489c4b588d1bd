import { writtenMembers } from '../../hypermedia/content.ts'
import { formsOf } from '../../hypermedia/form.ts'
import { isObject, type JsonObject, type Link, linksOf, member, type Relation } from '../../hypermedia/read.ts'
import { Section } from '../../views/components/Section.tsx'
import type { PageModel } from '../model.ts'
import { isLogin, labelOf } from '../names.ts'
import { SignInOffer } from './AccountTools.tsx'
import { AttemptView, BackLink, formLabel } from './AttemptView.tsx'
import { Crumbs, FormCrumbs } from './Crumbs.tsx'
import { Entries } from './Entries.tsx'
import { FormPage } from './FormPage.tsx'
import { type Heading, headingOf } from './heading.ts'
import { Layout } from './Layout.tsx'
import { ownUrl, targetOf, usePage } from './page-context.ts'
import { problemTitle } from './problem-title.ts'
import { ProblemView, Remedies } from './ProblemView.tsx'
import { Representation } from './Representation.tsx'
import { shortened } from './short-text.ts'
import { shownOf } from './shown.ts'

/** The page of a response. */
export function Page () {
  const page = usePage()
  const { status, attempt, value } = page
  if (attempt !== null && status < 400) return <FormPage attempt={attempt} />
  return status >= 400 ? <ErrorPage /> : <ContentPage heading={headingOf(page, value)} />
}

function ContentPage ({ heading: { text, type } }: { heading: Heading }) {
  const page = usePage()
  const { value, path } = page
  const links = isObject(value) ? linksOf(member(writtenMembers(value), '_links')) : []
  return (
    <Layout page={page} heading={text} tools={<Tools />} notice={page.notice}>
      <Crumbs links={links} />
      <div class='headline'>
        <div>
          {type !== null && <p class='eyebrow'>{shortened(type)}</p>}
          <h1 dir='auto'>{text}</h1>
        </div>
        <p class='path'>{shortened(path)}</p>
      </div>
      <Representation value={value} />
    </Layout>
  )
}

function ErrorPage () {
  const page = usePage()
  const { status, reason, attempt, value, path } = page
  const failed = attempt !== null && attempt.form.method !== 'GET' ? attempt.form : null
  const heading = failed === null ? problemTitle(value, status, reason) : formLabel(page, attempt!)
  return (
    <Layout page={page} heading={failed === null ? heading : `Error: ${heading}`} tools={<Tools />}>
      {failed === null ? <Crumbs links={[]} /> : <FormCrumbs />}
      <div class='headline'>
        <h1 dir='auto'>{shortened(heading)}</h1>
        <p>
          <span class='path'>{shortened(path)}</span>
          <span class={`status of-${Math.floor(status / 100)}`}>{status}{heading !== reason && ` ${reason}`}</span>
        </p>
      </div>
      <ProblemView value={value} heading={heading} />
      {(status === 401 || (status === 403 && page.account?.isSignedIn === false)) && <SignInOffer page={page} />}
      <div class={attempt === null || attempt.isGone === true ? 'column' : 'columns'}>
        {attempt !== null && attempt.isGone !== true && <AttemptView attempt={attempt} />}
        <div class='column aside'>
          {isObject(attempt?.current) && <CurrentValues value={attempt.current} />}
          <Remedies value={value} />
        </div>
      </div>
      {failed !== null && attempt!.isGone === true && <p><BackLink /></p>}
    </Layout>
  )
}

// Beside what was typed: the resource as somebody else left it.
function CurrentValues ({ value }: { value: JsonObject }) {
  const shown = shownOf(value)
  return (
    <Section name='Current values' level={2}>
      <Entries entries={shown.properties} omitted={shown.omitted} facts={usePage().facts} />
    </Section>
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
  if (!isObject(value) || page.account !== null) return null
  const written = writtenMembers(value)
  const links = linksOf(member(written, '_links')).filter(({ name }) => isLogin(name))
  const form = formsOf(member(written, '_templates'), undefined).find(({ name }) => isLogin(name))
  return (
    <>
      {links.map(link => <LoginLink key={link.name} page={page} link={link} />)}
      {form !== undefined && (
        <a class='button' href={`#form-${encodeURIComponent(form.name)}`}>{form.title ?? labelOf(form.name)}</a>
      )}
    </>
  )
}

function LoginLink ({ page, link: { name, items: [link] } }: { page: PageModel, link: Relation<Link> }) {
  const target = link === undefined || link.templated ? { kind: 'blocked' as const } : targetOf(page, link.href)
  if (target.kind === 'blocked') return null
  return (
    <a class='button' href={target.kind === 'internal' ? target.path : target.url}>
      {link!.title ?? labelOf(name)}
    </a>
  )
}
