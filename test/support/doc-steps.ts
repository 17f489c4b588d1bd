import type { CodeBlock, Page } from './markdown.ts'

// The convention of pages. Each TypeScript block is an example: a module of its own. One without imports has those of
// the nearest block before it that has some. The requests after it (curl, or HTTP) are sent to its app, and the
// responses that are shown are compared. A comment on the line before a block changes that:
//
// continued           the block belongs to the example before it
// file: app.ts        the block is a file; all files of a page are one example, which starts again when one changes
// adds to: app.ts     the block is appended to that file
// GET /orders/42      the response to this request; header fields follow: GET /orders/42 accept: text/html
// logs HYPER001       the example logs these notices
// fails FST_ERR_…     the start fails with this error
// not sent: reason    nothing is requested of the example, because it needs something that is not here
// not run: reason     the block is type-checked only, or the response is not compared
//
// A shell block `export NAME=value` is known to the requests after it: "$NAME".
//
// In a response, the member "…": "…" of an object means that it has others.

/** The name of a module that is no file. */
export const ENTRY = ''

/** A request of a page, with what the page shows of its response. */
export interface Exchange {
  readonly line: number
  readonly request: string
  readonly shown: CodeBlock | null
}

/** Modules of a page that are run together, and what is requested of their app. */
export interface Example {
  /** By name: the source, whose lines are those of the page. */
  readonly files: ReadonlyMap<string, string>
  /** The line of its first block. */
  readonly line: number
  readonly directive: string
  readonly exchanges: readonly Exchange[]
}

/** The examples of a page, in order. */
export function examplesOf ({ path, blocks }: Page): Example[] {
  const examples: Draft[] = []
  let imports = ''
  const variables = new Map<string, string>()
  for (const [index, block] of blocks.entries()) {
    if (block.language === 'ts') {
      const own = importsOf(block)
      if (own !== '') imports = own
      addCode(examples, block, own === '' ? imports : '')
    } else {
      for (const [, name, value] of block.language === 'sh' ? block.code.matchAll(/^export (\w+)=(\S+)$/gm) : []) {
        variables.set(name!, value!)
      }
      const exchange = exchangeOf(block, blocks[index - 1], blocks[index + 1])
      if (exchange === null) continue
      const last = examples.at(-1)
      if (last === undefined) throw new Error(`${path}:${block.line}: no example is before this request`)
      last.exchanges.push({
        ...exchange,
        request: exchange.request.replace(/\$(\w+)/g, (_, name: string) => variables.get(name) ?? `$${name}`)
      })
    }
  }
  return examples
}

interface Draft extends Example {
  readonly files: Map<string, string>
  readonly exchanges: Exchange[]
}

function addCode (examples: Draft[], block: CodeBlock, imports: string): void {
  const { code, line, directive } = block
  const last = examples.at(-1)
  const [, adds, name = ENTRY] = /^(file|adds to): (\S+)/.exec(directive) ?? []
  if (adds === undefined && directive !== 'continued') {
    examples.push({
      files: new Map([[ENTRY, `${imports}${blankLines(line - 1)}${code}`]]), line, directive, exchanges: []
    })
    return
  }
  // Files that change after a request are those of a new app.
  const isNew = last === undefined || last.exchanges.length > 0 || (adds !== undefined && last.files.has(ENTRY))
  const files = isNew ? new Map([...last?.files ?? []].filter(([file]) => file !== ENTRY)) : last.files
  const before = adds === 'file' ? '' : files.get(name) ?? last?.files.get(name) ?? ''
  files.set(name, `${before}${blankLines(line - before.split('\n').length)}${code}`)
  if (isNew) examples.push({ files, line, directive, exchanges: [] })
}

const blankLines = (count: number) => '\n'.repeat(Math.max(count, 0))

function importsOf ({ code }: CodeBlock): string {
  return [...code.matchAll(/^import [^']* from '.*'$/gm)].map(([text]) => `${text.replaceAll('\n', ' ')};`).join('')
}

/**
 * The exchange that begins with a block; null if the block shows the response to the block before it, or is neither.
 */
function exchangeOf (block: CodeBlock, before: CodeBlock | undefined, after: CodeBlock | undefined): Exchange | null {
  const { line, directive, code } = block
  if (directive.startsWith('not run: ')) return null
  if (isRequest(block)) return { line, request: code, shown: after !== undefined && isResponse(after) ? after : null }
  if (!isResponse(block) || (directive === '' && before !== undefined && isRequest(before))) return null
  const [, target, fields] = /^([A-Z]+ \/\S*)(.*)$/.exec(directive) ?? []
  if (target === undefined) throw new Error(`line ${line}: a response without a request`)
  const headers = [...fields!.matchAll(/([\w-]+): (\S+)/g)].map(([field]) => field).join('\n')
  return { line, request: `${target} HTTP/1.1\n${headers}\n`, shown: block }
}

const isRequest = ({ language, code, directive }: CodeBlock) =>
  !directive.startsWith('not run: ') &&
    ((language === 'sh' && /^curl /.test(code)) || (language === 'http' && !code.startsWith('HTTP/')))

const isResponse = ({ language, code, directive }: CodeBlock) =>
  !directive.startsWith('not run: ') && (language === 'json' || (language === 'http' && code.startsWith('HTTP/')))
