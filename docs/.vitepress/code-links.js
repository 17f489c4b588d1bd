import { existsSync } from 'node:fs'
import { relative } from 'node:path/posix'

/** A markdown-it plugin: the code of a notice or an error, in code marks, leads to its page. */
export function codeLinks (md) {
  md.core.ruler.push('code-links', ({ tokens, env, Token }) => {
    const page = env.relativePath ?? ''
    for (const token of tokens) if (token.children !== null) token.children = linked(token.children, page, Token)
  })
}

function linked (tokens, page, Token) {
  let depth = 0
  return tokens.flatMap(token => {
    depth += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0
    const path = `codes/${token.content}.md`
    if (token.type !== 'code_inline' || depth > 0 || path === page || !isCode(token.content)) return [token]
    const open = new Token('link_open', 'a', 1)
    open.attrSet(
      'href', relative(page.includes('/') ? page.slice(0, page.lastIndexOf('/')) : '', path).replace(/\.md$/, '.html')
    )
    return [open, token, new Token('link_close', 'a', -1)]
  })
}

const isCode = name =>
  /^(?:HYPER\d{3}|FST_ERR_HYPER_\w+)$/.test(name) && existsSync(new URL(`../codes/${name}.md`, import.meta.url))
