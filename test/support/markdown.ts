import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

const ROOT = `${process.cwd()}/`

/** A fenced code block of a page. */
export interface CodeBlock {
  readonly language: string
  readonly code: string
  /** The line of its first line of code, from 1. */
  readonly line: number
}

/** A Markdown file of the repository. */
export interface Page {
  /** Relative to the root of the repository. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly CodeBlock[]
}

/** Reads a Markdown file by its path in the repository. */
export function readPage (path: string): Page {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, blocks: blocksOf(text) }
}

/** README.md and all pages of docs/. */
export function readPages (): Page[] {
  const pages = readdirSync(join(ROOT, 'docs')).filter(name => name.endsWith('.md')).sort()
  return ['README.md', ...pages.map(name => `docs/${name}`)].map(readPage)
}

function blocksOf (text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(({ index, 1: language, 2: code }) =>
    ({ language: language!, code: code!, line: text.slice(0, index).split('\n').length + 1 }))
}

/** The first column of all table rows whose first column is code: `name`. */
export function codeColumn (text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!)
}

/** The section of a page below a heading, up to the next heading of the same level or above. */
export function section (text: string, heading: string): string {
  const prose = withoutCode(text)
  const start = prose.indexOf(`\n${heading}\n`)
  if (start === -1) throw new Error(`no heading ${heading}`)
  const level = heading.indexOf(' ')
  const end = new RegExp(`\\n#{1,${level}} `, 'g')
  end.lastIndex = start + heading.length
  return text.slice(start, end.exec(prose)?.index)
}

/** The links of a page that are broken: a file that does not exist, or a heading that a page does not have. */
export function brokenLinks ({ path, text }: Page): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return targets.filter(target => !/^https?:/.test(target) && !hasTarget(path, target))
}

function hasTarget (from: string, target: string): boolean {
  const [file = '', heading] = target.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), file))
  if (path.startsWith('..') || !existsSync(join(ROOT, path))) return false
  return heading === undefined || headingIds(readPage(path).text).includes(heading)
}

// As GitHub makes them.
function headingIds (text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'))
}

// Of the same length, so that positions stay.
function withoutCode (text: string): string {
  return text.replace(/^```\w*\n[^]*?^```$/gm, block => block.replace(/[^\n]/g, ' '))
}
