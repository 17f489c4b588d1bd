import { createHash } from 'node:crypto'
import type { Assets } from './model.ts'
import type { HtmlSettings } from './options.ts'
import { withTheme } from './theme.ts'
import { version } from './version.js'

/** Loads the views, the style sheet and the icon. */
export async function loadAssets ({ theme }: HtmlSettings): Promise<Assets> {
  const { style, ...assets } = await import('./views.js')
  return { ...assets, style: withTheme(style, theme) }
}

/** Identifies the views, the style sheet and the options that pages depend on. */
export function versionOf ({ theme, title, login, components }: HtmlSettings): string {
  const parts = [version, JSON.stringify(theme), title, String(login !== null), sourcesOf(components)].join('\0')
  return createHash('sha256').update(parts).digest('base64url').slice(0, 12)
}

function sourcesOf ({ types, members }: HtmlSettings['components']): string {
  return [...types, ...members].flat().map(String).join('\0')
}
