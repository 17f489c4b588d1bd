import { createHash } from 'node:crypto'
import type { Assets } from './model.ts'
import type { HtmlSettings } from './options.ts'
import { version } from './version.js'

/** Loads the views, the style sheet and the icon. */
export async function loadAssets ({ theme }: HtmlSettings): Promise<Assets> {
  const { style, ...assets } = await import('./views.js')
  return { ...assets, style: withTheme(style, theme) }
}

/** Identifies the views, the style sheet and the options that pages depend on. */
export function versionOf ({ theme, title }: HtmlSettings): string {
  return createHash('sha256').update([version, theme, title].join('\0')).digest('base64url').slice(0, 12)
}

// The style sheet follows the browser. A fixed theme makes its condition true or false.
function withTheme (style: string, theme: HtmlSettings['theme']): string {
  if (theme === 'auto') return style
  return style
    .replaceAll(/\(prefers-color-scheme: ?dark\)/g, theme === 'dark' ? 'all' : 'not all')
    .replaceAll(/color-scheme: ?light dark/g, `color-scheme:${theme}`)
}
