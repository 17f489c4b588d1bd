// The rows of the gate: for the terminal, and for docs/performance.md.
import { comparisons, goals, isReached, NOISE } from './goals.js'
import { shown } from './report.js'

export const GOAL_HEADS = ['goal', 'to reach', 'measured', 'spread', 'result']
export const COMPARISON_HEADS = ['figure', 'measured', 'spread']

/**
 * One row for each goal.
 * @param {Map<string, { median: number, low: number, high: number }>} figures by id
 * @returns {string[][]}
 */
export function goalRows (figures) {
  return goals.map(goal => {
    const figure = figureOf(figures, goal.id)
    const toReach = goal.atLeast === undefined ? `at most ${shown(goal.atMost)}` : `at least ${shown(goal.atLeast)}`
    return [goal.about, toReach, ...measuredCells(figure), resultOf(goal, figure.median)]
  })
}

/** One row for each figure without a goal. */
export function comparisonRows (figures) {
  return comparisons.map(({ id, about }) => [about, ...measuredCells(figureOf(figures, id))])
}

/** The median and the spread of a figure. */
export function measuredCells ({ median, low, high }) {
  return [shown(median), `${shown(low)} to ${shown(high)}`]
}

/** @throws if it was not measured */
export function figureOf (figures, id) {
  const figure = figures.get(id)
  if (figure === undefined) throw new Error(`The figure ${id} was not measured: npm run bench -- gate`)
  return figure
}

function resultOf (goal, median) {
  if (isReached(goal, median)) return 'reached'
  return !goal.exact && isReached(goal, median, NOISE) ? 'within noise' : 'MISSED'
}
