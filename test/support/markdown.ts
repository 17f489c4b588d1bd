import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

const ROOT = `${process.cwd()}/`

/** A fenced code block of a page. */
export interface CodeBlock {
  readonly language: string
  readonly code: string
  /** The line of its first line of code, from 1. */
  readonly line: number
  /** What the HTML comment on the line before it contains; '' for none. Readers do not see it. */
  readonly directive: string
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

/** README.md and all pages of docs/, without those of its folders. */
export function readPages (): Page[] {
  return [readPage('README.md'), ...readFolder('docs')]
}

/** The pages of a folder. */
export function readFolder (folder: string): Page[] {
  return readdirSync(join(ROOT, folder)).filter(name => name.endsWith('.md'))
    .sort().map(name => readPage(`${folder}/${name}`))
}

function blocksOf (text: string): CodeBlock[] {
  return [...text.matchAll(/(?:^<!-- (.*) -->\n)?^```(\w+)(?: \[.+\])?\n([^]*?)^```$/gm)]
    .map(({ index, 1: directive = '', 2: language, 3: code }) => {
      const before = text.slice(0, index).split('\n').length
      return { language: language!, code: code!, line: before + (directive === '' ? 1 : 2), directive }
    })
}

/** The first column of all table rows whose first column is code, or a link whose label is code: `name`. */
export function codeColumn (text: string): string[] {
  return [...text.matchAll(/^\| \[?`([^`]+)`/gm)].map(([, name]) => name!)
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

/** The section of a page below the heading with an id, up to the next heading of the same level or above. */
export function sectionAt (text: string, id: string): string {
  const heading = headings(text).find(heading => idOf(heading.replace(/^#+ /, '')) === id)
  if (heading === undefined) throw new Error(`no heading #${id}`)
  return section(text, heading)
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

/** The ids of the headings of a page, as GitHub makes them. */
export const headingIds = (text: string): string[] => headings(text).map(heading => idOf(heading.replace(/^#+ /, '')))

const headings = (text: string) => [...withoutCode(text).matchAll(/^#+ .+$/gm)].map(([heading]) => heading)

const idOf = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')

// Of the same length, so that positions stay.
function withoutCode (text: string): string {
  return text.replace(/^```.*\n[^]*?^```$/gm, block => block.replace(/[^\n]/g, ' '))
}
