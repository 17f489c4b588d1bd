import type { ComponentChildren } from 'preact'
import { Logo } from '../../views/components/Logo.tsx'
import type { PageModel } from '../model.ts'
import { AccountTools } from './AccountTools.tsx'
import { ownUrl } from './page-context.ts'

type Shown = 'title' | 'theme' | 'path' | 'prefix' | 'mount' | 'version' | 'entryPoint' | 'account'

interface Props {
  readonly page: Pick<PageModel, Shown>
  /** The title of the document, before the name of the API. */
  readonly heading: string
  /** At the end of the toolbar. */
  readonly tools: ComponentChildren
  readonly notice?: string | null
  readonly children: ComponentChildren
}

const SCHEMES = { auto: 'light dark', light: 'light', dark: 'dark' }

/** The document: toolbar and content. */
export function Layout ({ page, heading, tools, notice = null, children }: Props) {
  const { title, theme, prefix, version, entryPoint } = page
  return (
    <html lang='en'>
      <head>
        <meta charSet='utf-8' />
        <meta name='viewport' content='width=device-width, initial-scale=1' />
        <meta name='color-scheme' content={SCHEMES[theme.mode]} />
        <meta name='robots' content='noindex' />
        <title>{heading === title ? title : `${heading} · ${title}`}</title>
        <link rel='icon' href={`${ownUrl(page, 'icon.svg')}?v=${version}`} />
        <link rel='stylesheet' href={`${ownUrl(page, 'style.css')}?v=${version}`} />
      </head>
      <body>
        <a class='skip' href='#content'>Skip to the content</a>
        <header class='toolbar'>
          <a class='brand' href={prefix + entryPoint}>
            {theme.logo === null ? <Logo /> : <img src={prefix + theme.logo} alt='' height={28} />} <span>{title}</span>
          </a>
          <nav class='tools' aria-label='Page'>{tools}<AccountTools page={page} /></nav>
        </header>
        <main id='content'>
          {notice !== null && <p class='notice' role='status'>{notice}</p>}
          {children}
        </main>
        {theme.footer !== null && <footer class='footer'>{theme.footer}</footer>}
      </body>
    </html>
  )
}
