// Figures for people, and for the documents that quote them.
import { availableParallelism, cpus, loadavg } from 'node:os'

// Of the machine before anything was measured: what others took of it.
const [load] = loadavg()

/** What the figures were measured on. */
export function circumstances () {
  const [{ model }] = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    processor: model.trim(),
    processors: availableParallelism(),
    load
  }
}

/**
 * Rows as a table: aligned for a terminal, or Markdown.
 * @param {string[]} heads
 * @param {string[][]} rows
 * @param {{ markdown?: boolean }} [options]
 */
export function table (heads, rows, { markdown = false } = {}) {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map(row => row[column].length)))
  const line = cells => cells.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))
  if (!markdown) return [heads, ...rows].map(row => line(row).join('  ')).join('\n')
  const rule = widths.map((width, column) => column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)
  return [line(heads), rule, ...rows.map(line)].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

/** A table of figures. */
export function figureTable (figures, options) {
  const rows = figures.map(({ id, unit, median, low, high }) => [id, shown(median), shown(low), shown(high), unit])
  return table(['figure', 'median', 'least', 'greatest', 'unit'], rows, options)
}

/** The line that belongs over a table. */
export function circumstancesLine ({ date, node, processor, processors, load } = circumstances()) {
  return `${date}, Node ${node}, ${processors} processors (${processor}), load ${load.toFixed(1)} before`
}

/** How long this program has run. */
export function durationLine () {
  const seconds = Math.round(performance.now() / 1000)
  return `it took ${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Three digits that count. */
export function shown (value) {
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return Number(value.toPrecision(3)).toString()
}
