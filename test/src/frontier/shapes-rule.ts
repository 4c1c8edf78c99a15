import { leaderByShapes, listShapes } from '@cges-fleet/methods'
import type { Recording } from '@cges-fleet/replay'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How probable another answer may be: the thresholds that the rule with a list of shapes is run at. */
export const SHAPE_DELTAS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4]

/**
 * Writes the rule of arXiv 2602.05395 with L = 3 groups and the shapes that one half had, as rules of one's own: a module for
 * each threshold. A list of shapes is too long for a method's name.
 */
export function writeShapesRules(
  taught: readonly Recording[],
  { folder, name, budget }: { readonly folder: string; readonly name: string; readonly budget: number },
): string[] {
  const shapes = listShapes(taught.map(({ samples }) => samples.map(({ answer }) => answer)))
  const known: Record<string, number> = {}
  for (let first = 1; first <= budget; first += 1) {
    for (let second = 0; second <= Math.min(first, budget - first); second += 1) {
      for (let others = 0; others <= (second === 0 ? 0 : budget - first - second); others += 1)
        known[`${first} ${second} ${others}`] = leaderByShapes(shapes, { first, second, others })
    }
  }
  return SHAPE_DELTAS.map((delta) => {
    const file = join(folder, `${name}-shapes-${delta}.mjs`)
    writeFileSync(file, moduleOf(JSON.stringify(known), delta))
    return file
  })
}

const moduleOf = (known: string, delta: number) => `
const known = ${known}
function sureness(counts) {
  const sorted = [...counts.values()].sort((a, b) => b - a)
  const [first = 0, second = 0] = sorted
  return known[[first, second, sorted.reduce((sum, count) => sum + count, 0) - first - second].join(' ')]
}
export default (votes, budget) => {
  const counts = new Map()
  const leader = () => [...counts].reduce((best, each) => (best === null || each[1] > best[1] ? each : best), null)
  for (const [at, { answer }] of votes.slice(0, budget).entries()) {
    if (answer === null) continue
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
    if (sureness(counts) >= ${1 - delta} - 1e-12) return { calls: at + 1, answer: leader()[0] }
  }
  return { calls: budget, answer: leader()?.[0] ?? null }
}
`
