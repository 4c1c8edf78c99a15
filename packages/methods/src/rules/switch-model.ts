import type { PartialAnswer } from '../votes.js'
import type { Branch } from './branches.js'

/** What a probe tells of an unfinished sample: its tokens, how often its answer changed, for how many probes it has stood. */
type Probed = readonly [tokens: number, changes: number, stood: number]

/** The probability that a sample ends with another answer than its probe gave. */
export type Switching = (probed: Probed) => number

/** Draws every coefficient to 0, so that there is one best fit where no warm-up ever switched, or all did. */
const RIDGE = 0.01
/** Newton's method takes a dozen rounds, one for each unit of a coefficient that runs away. */
const ROUNDS = 60
const CLOSE = 1e-10

/** Describes a sample at each of its probes. */
export function probedAs(partials: readonly PartialAnswer[]): Probed[] {
  let [changes, stood] = [0, 0]
  return partials.map(({ tokens, answer }, probe) => {
    const isSame = probe > 0 && partials[probe - 1]?.answer === answer
    if (probe > 0 && !isSame) changes += 1
    stood = isSame ? stood + 1 : 1
    return [tokens, changes, stood]
  })
}

/**
 * Learns from whole samples how probable a switch is, by logistic regression on what their probes told. Without a probed
 * sample that has an answer every switch is certain.
 */
export function learnSwitching(samples: readonly Branch[]): Switching {
  const known = samples.flatMap(({ partials, answer }) => {
    const probed = probedAs(partials)
    return partials.flatMap((partial, probe) => {
      const row = probed[probe]
      if (answer === null || partial.answer === null || row === undefined) return []
      return [{ row, isSwitch: partial.answer !== answer }]
    })
  })
  if (known.length === 0) return () => 1
  const scale = scaleOf(known.map(({ row }) => row))
  const weights = fit(known.map(({ row, isSwitch }) => ({ row: scale(row), isSwitch })))
  return (probed) => logistic(dot(weights, scale(probed)))
}

type Row = readonly number[]
type Labelled = { readonly row: Row; readonly isSwitch: boolean }

/** Makes rows of mean 0 and deviation 1, with a 1 before them; a column that never varies has a deviation of 1. */
function scaleOf(rows: readonly Row[]): (row: Row) => Row {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? 0))
  const moments = columns.map((values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    return { mean, deviation: variance < CLOSE ? 1 : Math.sqrt(variance) }
  })
  return (row) => [1, ...moments.map(({ mean, deviation }, column) => ((row[column] ?? 0) - mean) / deviation)]
}

/** Logistic regression by Newton's method: a round that would not lessen the loss is shortened. */
function fit(known: readonly Labelled[]): Row {
  let weights: Row = (known[0]?.row ?? []).map(() => 0)
  let loss = lossOf(weights, known)
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = newtonStep(weights, known)
    let length = 1
    let next = weights
    let lower = Infinity
    do {
      next = weights.map((weight, at) => weight - length * (step[at] ?? 0))
      lower = lossOf(next, known)
      length /= 2
    } while (lower > loss && length > CLOSE)
    const isDone = Math.max(...step.map(Math.abs)) < CLOSE || lower >= loss
    if (lower <= loss) [weights, loss] = [next, lower]
    if (isDone) break
  }
  return weights
}

function lossOf(weights: Row, known: readonly Labelled[]): number {
  const penalty = RIDGE * weights.reduce((sum, weight) => sum + weight * weight, 0)
  return known.reduce((sum, { row, isSwitch }) => {
    const odds = dot(weights, row)
    return sum + Math.max(odds, 0) + Math.log1p(Math.exp(-Math.abs(odds))) - (isSwitch ? odds : 0)
  }, penalty)
}

function newtonStep(weights: Row, known: readonly Labelled[]): Row {
  const system = weights.map((weight, at) => [
    ...weights.map((_, column) => (column === at ? 2 * RIDGE : 0)),
    2 * RIDGE * weight,
  ])
  for (const { row, isSwitch } of known) {
    const chance = logistic(dot(weights, row))
    for (const [at, equation] of system.entries()) {
      const own = row[at] ?? 0
      for (const [column, value] of row.entries()) {
        equation[column] = (equation[column] ?? 0) + chance * (1 - chance) * own * value
      }
      equation[row.length] = (equation[row.length] ?? 0) + (chance - Number(isSwitch)) * own
    }
  }
  return solve(system)
}

/** Solves equations, the right-hand side last in each; they are positive definite, so nothing is exchanged. */
function solve(system: number[][]): Row {
  for (const [at, pivot] of system.entries()) {
    for (const equation of system.slice(at + 1)) {
      const times = (equation[at] ?? 0) / (pivot[at] ?? 1)
      for (const [column, value] of pivot.entries()) equation[column] = (equation[column] ?? 0) - times * value
    }
  }
  const found = system.map(() => 0)
  for (const [at, equation] of [...system.entries()].toReversed()) {
    const rest = found.reduce((sum, value, column) => (column > at ? sum + (equation[column] ?? 0) * value : sum), 0)
    found[at] = ((equation[system.length] ?? 0) - rest) / (equation[at] ?? 1)
  }
  return found
}

function dot(weights: Row, row: Row): number {
  return weights.reduce((sum, weight, at) => sum + weight * (row[at] ?? 0), 0)
}

function logistic(odds: number): number {
  return odds >= 0 ? 1 / (1 + Math.exp(-odds)) : Math.exp(odds) / (1 + Math.exp(odds))
}
