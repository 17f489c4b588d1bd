import type { FastifyInstance, FastifyServerOptions, LightMyRequestResponse } from 'fastify'
import hyper, { type HyperOptions } from 'fastify-hyper'
import { html, type HtmlOptions } from 'fastify-hyper/html'
import type { Test } from 'tap'
import { FORM } from '../../support/html-forms.ts'
import { newApp } from '../../support/servers.ts'

// Pages, as a browser without scripts reads them and sends their forms.
// The package is the build, by its own name: the views are a part of it.

export type Headers = Readonly<Record<string, string>>

interface Pages {
  readonly hyper?: HyperOptions
  readonly html?: HtmlOptions
  readonly server?: FastifyServerOptions
}

/** A new app with pages. */
export async function pagesApp (
  t: Pick<Test, 'teardown'>, { hyper: options = {}, html: pages = {}, server = {} }: Pages = {}
): Promise<FastifyInstance> {
  const app = newApp(t, server)
  await app.register(hyper, options)
  await app.register(html, pages)
  return app
}

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' } as const

/** The response with a page. */
export function read (app: FastifyInstance, url: string, headers: Headers = {}): Promise<LightMyRequestResponse> {
  return app.inject({ url, headers: { ...NAVIGATION, ...headers } })
}

/** The text of a page. */
export async function pageAt (app: FastifyInstance, url: string, headers?: Headers): Promise<string> {
  return (await read(app, url, headers)).body
}

export function unescaped (text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

/** The URLs that the forms of a page are sent to. */
function actionsOf (page: string): string[] {
  return [...page.matchAll(/<form method="post" action="([^"]*)"/g)].map(([, action]) => unescaped(action!))
}

/** The URL that a form is sent to: the form of an action, or the first one. */
export function actionOf (page: string, name?: string): string {
  const nameIn = (url: string) => new URL(url, 'http://localhost').searchParams.get('name')
  return actionsOf(page).find(url => name === undefined || nameIn(url) === name)!
}

/** What a browser sends with a form of the same site. */
export const SAME_SITE = { ...NAVIGATION, 'content-type': FORM, 'sec-fetch-site': 'same-origin' } as const

/** Sends a form. */
export function submit (
  app: FastifyInstance, action: string, fields: string | Readonly<Record<string, string>> = {}, headers: Headers = {}
): Promise<LightMyRequestResponse> {
  const payload = typeof fields === 'string' ? fields : String(new URLSearchParams(fields))
  return app.inject({ method: 'POST', url: action, headers: { ...SAME_SITE, ...headers }, payload })
}
