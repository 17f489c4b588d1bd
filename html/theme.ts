// The look of pages: options of the app, as the variables of the style sheet.
import { describe } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import { checkKeys, withoutUndefined } from '../lib/options/checks.ts'
import type { HtmlTheme } from '../types/html.ts'
import { isPath } from './form-query.ts'

/** A theme with its defaults; null for what the style sheet has. */
export interface Theme {
  readonly mode: 'auto' | 'light' | 'dark'
  readonly accent: string | null
  readonly logo: string | null
  readonly font: string | null
  readonly footer: string | null
}

const PLACE = 'html options, theme'
const MODES = ['auto', 'light', 'dark']

/** Checks the option `theme`. @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION */
export function readTheme (theme: Theme['mode'] | HtmlTheme): Theme {
  const given: HtmlTheme = typeof theme === 'object' && theme !== null ? theme : { mode: theme }
  checkKeys(PLACE, given, Object.keys(RULES))
  const { mode = 'auto', accent = null, logo = null, font = null, footer = null } = withoutUndefined(given)
  const read: Theme = { mode, accent, logo, font, footer }
  for (const [key, value] of Object.entries(read)) {
    const [isValid, remedy] = RULES[key as keyof Theme]
    if (!isValid(value)) fail('FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, ${key}`, describe(value), remedy)
  }
  return read
}

const matches = (pattern: RegExp) => (value: unknown) =>
  value === null || (typeof value === 'string' && pattern.test(value))

const RULES: Readonly<Record<keyof Theme, readonly [isValid: (value: unknown) => boolean, remedy: string]>> = {
  mode: [value => MODES.includes(value as Theme['mode']), "Use 'auto', 'light' or 'dark'."],
  accent: [matches(/^#(?:[\da-f]{3}){1,2}$/i), "Give a colour as '#4353c5'."],
  logo: [value => value === null || isPath(value), "Give the path of an image of this app: '/logo.svg'."],
  font: [matches(/^[\w\s,'"-]{1,200}$/), "Give font names: 'Inter, sans-serif'."],
  footer: [value => value === null || typeof value === 'string', 'Give a text.']
}

/** Returns the style sheet with a theme. */
export function withTheme (style: string, { mode, accent, font }: Theme): string {
  const rules = [
    font === null ? '' : `:root{--sans:${font}}`,
    accent === null ? '' : `:root{${accentOn(accent, LIGHT)}}`,
    accent === null ? '' : `@media screen and (prefers-color-scheme: dark){:root{${accentOn(accent, DARK)}}}`
  ]
  return inMode(style + rules.join(''), mode)
}

// The style sheet follows the browser. A fixed mode makes its condition true or false.
function inMode (style: string, mode: Theme['mode']): string {
  if (mode === 'auto') return style
  return style
    .replaceAll(/screen and ?\(prefers-color-scheme: ?dark\)/g, mode === 'dark' ? 'screen' : 'not all')
    .replaceAll(/color-scheme: ?light dark/g, `color-scheme:${mode}`)
}

type Color = readonly [red: number, green: number, blue: number]

interface Ground {
  readonly surface: Color
  /** What the accent is mixed with until text in it can be read. */
  readonly toward: Color
  readonly ink: string
}

const LIGHT: Ground = { surface: [245, 246, 249], toward: [0, 0, 0], ink: '#fff' }
const DARK: Ground = { surface: [36, 44, 60], toward: [255, 255, 255], ink: '#10141c' }

// WCAG 2.2, success criterion 1.4.3, with room for rounding.
const LEAST_CONTRAST = 4.6

function accentOn (accent: string, { surface, toward, ink }: Ground): string {
  let color = colorOf(accent)
  while ([surface, tintOf(surface, color)].some(behind => contrast(color, behind) < LEAST_CONTRAST)) {
    color = mixed(color, toward, 0.05)
  }
  const [css, tint] = [color, tintOf(surface, color)].map(([red, green, blue]) => `rgb(${red} ${green} ${blue})`)
  return `--accent:${css!};--accent-ink:${ink};--accent-tint:${tint!}`
}

// The background of badges.
function tintOf (surface: Color, accent: Color): Color {
  return mixed(surface, accent, 0.1)
}

// `#07c` is `#0077cc`.
function colorOf (hex: string): Color {
  const size = (hex.length - 1) / 3
  return [0, 1, 2].map(index => {
    const part = hex.slice(1 + index * size, 1 + (index + 1) * size)
    return Number.parseInt(size === 1 ? part + part : part, 16)
  }) as unknown as Color
}

// A step is at least 1, so that black and white are reached.
function mixed (one: Color, other: Color, share: number): Color {
  return one.map((value, index) => {
    const step = (other[index]! - value) * share
    return Math.round(value + Math.sign(step) * Math.max(Math.abs(step), Math.min(1, Math.abs(other[index]! - value))))
  }) as unknown as Color
}

function contrast (one: Color, other: Color): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

// WCAG 2.2, "relative luminance".
function luminance (color: Color): number {
  const [red, green, blue] = color.map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
