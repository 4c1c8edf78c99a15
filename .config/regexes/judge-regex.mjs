import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import checker from 'recheck/lib/browser.js'

/** No limits on time: a busy machine would give other verdicts. Limits on steps and attempts apply instead. */
const LIMITS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 20_000_000,
  maxAttackStringSize: 10_000,
  maxIteration: 4,
}

/** A verdict's other inputs, besides the regular expression. */
const JUDGE = JSON.stringify([createRequire(import.meta.url)('recheck/package.json').version, LIMITS])

/** By which a verdict is kept. */
export function keyOf({ source, flags }) {
  return createHash('sha256').update(`${JUDGE} ${source} ${flags}`).digest('base64url').slice(0, 22)
}

/** `safe` if it takes linear time on any text, else the problem, in one line. */
export function judgeRegex({ source, flags }) {
  const { status, complexity, attack, error } = checker.checkSync(source, flags, LIMITS)
  if (status === 'safe') return status
  if (status === 'unknown') return `nobody can tell how long it takes: ${error?.kind}`
  const time = complexity.type === 'polynomial' ? `n^${complexity.degree}` : 'exponential'
  return `takes ${time} time on ${attack.pattern}`
}
