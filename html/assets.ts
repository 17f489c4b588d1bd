import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Views } from './model.ts'
import type { HtmlSettings } from './options.ts'

/** The bundle of html/build.js, beside this module in dist. */
export interface Assets {
  readonly views: Views
  readonly style: string
  readonly icon: string
  /** Identifies the views, the style sheet and the options that pages depend on. */
  readonly version: string
}

/** Reads the views, the style sheet and the icon. */
export async function readAssets ({ theme, title }: HtmlSettings): Promise<Assets> {
  const [style, icon, source] = await Promise.all(['html.css', 'icon.svg', 'views.js'].map(name => readFile(fileOf(name), 'utf8')))
  const views = await import(fileOf('views.js').href) as Views
  const themed = withTheme(style!, theme)
  const version = createHash('sha256').update([themed, source, title].join('\0')).digest('base64url').slice(0, 12)
  return { views, style: themed, icon: icon!, version }
}

function fileOf (name: string): URL {
  return new URL(name, import.meta.url)
}

// The style sheet follows the browser. A fixed theme makes its condition true or false.
function withTheme (style: string, theme: HtmlSettings['theme']): string {
  if (theme === 'auto') return style
  return style
    .replaceAll(/\(prefers-color-scheme: ?dark\)/g, theme === 'dark' ? 'all' : 'not all')
    .replaceAll(/color-scheme: ?light dark/g, `color-scheme:${theme}`)
}
