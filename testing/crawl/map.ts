import type { Transition } from './record.ts'

/** The states that were reached, by kind, and how. */
export interface StateMap {
  /** What the map contains, in one sentence. */
  readonly title: string
  readonly kinds: readonly string[]
  readonly transitions: readonly Transition[]
}

/** Returns a state map as a Mermaid flowchart. Thick arrows are actions. */
export function mermaidMap ({ title, kinds, transitions }: StateMap): string {
  const escape = (string: string) => string.replaceAll('"', '#quot;').replaceAll('\n', '<br>')
  const lines = [
    ...kinds.map((kind, index) => `  s${index}["${escape(kind)}"]`),
    ...transitions.map(({ from, to, label, isAction }) =>
      `  s${kinds.indexOf(from)} ${isAction ? '==>' : '-->'}|"${escape(label)}"| s${kinds.indexOf(to)}`)
  ]
  return ['---', `title: ${JSON.stringify(title)}`, '---', 'flowchart LR', ...lines, ''].join('\n')
}

/** Returns a state map as a Graphviz digraph. Bold edges are actions. */
export function dotMap ({ title, kinds, transitions }: StateMap): string {
  const lines = [
    ...kinds.map((kind, index) => `  s${index} [label=${JSON.stringify(kind)}]`),
    ...transitions.map(({ from, to, label, isAction }) =>
      `  s${kinds.indexOf(from)} -> s${kinds.indexOf(to)} ` +
        `[label=${JSON.stringify(label)}${isAction ? ', style=bold' : ''}]`)
  ]
  const settings = [`  label=${JSON.stringify(title)}`, '  rankdir=LR', '  node [shape=box]']
  return ['digraph states {', ...settings, ...lines, '}', ''].join('\n')
}
