import { MarkdownPageEvent } from 'typedoc-plugin-markdown'

/** A plugin of TypeDoc: what readers look for comes first on pages of the reference. */
export function load (app) {
  app.renderer.on(MarkdownPageEvent.END, page => { page.contents = arranged(page.contents) })
}

function arranged (text) {
  // A line of asterisks is between members.
  const parts = text.split(/^(?=#+ |\*{3}$)/m).filter(part => !isBare(part)).map(named)
  return `${withExamplesFirst(parts).map(part => marked(part).trimEnd()).join('\n\n')}\n`
}

/** Codes of errors are in code marks, so that they lead to their pages. */
const marked = part => part.replace(
  /```[^]*?```|`[^`]*`|FST_ERR_HYPER_[A-Z_]+/g, text => text.startsWith('FST_ERR') ? `\`${text}\`` : text
)

/** Whether a section has the names of type parameters, and nothing about what they mean. */
const isBare = part => /^#+ Type Parameters\n\n\| Type Parameter \|(?: Default type \|)?\n/.test(part)

/** An overload is named by its arguments: `defineLinks(id, declare, options?)`. */
function named (part) {
  const [, name, list] = /^#+ Call Signature\n\n```ts\n(?:function )?(\w+)(?:<[^(]*>)?\(([^)]*)\)/.exec(part) ?? []
  if (name === undefined) return part
  return part.replace('Call Signature', `${name}(${list.trim().replace(/\s+/g, ' ')})`)
}

/** Examples stand before the parameters, the result and the errors of their function. */
function withExamplesFirst (parts) {
  const sorted = []
  for (const part of parts) {
    const [, level] = /^#(#+) Examples?\n/.exec(part) ?? []
    const at = level === undefined ? sorted.length : sorted.findLastIndex(before => before.startsWith(`${level} `)) + 1
    sorted.splice(at, 0, part)
  }
  return sorted
}
