import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@cges-fleet/methods'
import { areaCoverage, RIVALS } from './area-coverage.js'
import { METRICS, intervalCoverage, type Setting } from './covered-intervals.js'

// How often 95 % intervals cover the truth, in simulated evaluations: npm run research -- coverage intervals [simulations] [resamples]. A
// bench: it takes minutes, and writes docs/data/coverage.json. Exits with 1 if a gated coverage is below 93 % by more than two
// standard errors of the simulation. Gated is p in [.2, .95], from 30 questions on.
const SIMULATIONS = Number(process.argv[2] ?? 1000)
const RESAMPLES = Number(process.argv[3] ?? 499)
/** More questions take longer: they are simulated less often. */
const OF_MORE = 0.4
const TABLES = fileURLToPath(new URL('../../../../docs/data/coverage.json', import.meta.url))
const LEAST = 0.93

/** Two standard errors of a simulated coverage. */
function noise(simulations: number): number {
  return 2 * Math.sqrt((0.95 * 0.05) / simulations)
}

const simulationsOf = (n: number) => Math.ceil(n > 30 ? OF_MORE * SIMULATIONS : SIMULATIONS)

const percent = (share: number) => (100 * share).toFixed(1)

let isHeld = true

/** A row, and what it says of the gate. */
function judged(cells: readonly string[], gated: readonly number[] | null, simulations: number): string[] {
  const holds = gated?.every((share) => share >= LEAST - noise(simulations)) ?? true
  isHeld &&= holds
  const row = [...cells, gated === null ? 'not gated' : holds ? 'holds' : 'FAILS']
  console.log(`| ${row.join(' | ')} |`)
  return row
}

console.log('Coverage in %\n')
const settings = [1, 4, 16].flatMap((replicates) =>
  [30, 200, 500].flatMap((n) => [0.01, 0.2, 0.5, 0.8, 0.95, 0.99].map((p): Setting => ({ n, p, replicates }))),
)
const rows = settings.map((setting) => {
  const { n, p, replicates } = setting
  const simulations = simulationsOf(n)
  const random = seededRandom(`coverage ${n} ${p} ${replicates}`)
  const found = intervalCoverage(setting, { simulations, resamples: RESAMPLES, random })
  const gated =
    p >= 0.2 && p <= 0.95 ? [found.accuracy, found.calls, found.difference, found['difference of calls']] : null
  const cells = [n, p, replicates, simulations, ...METRICS.map((name) => percent(found[name]))].map(String)
  return judged(cells, gated, simulations)
})

const areas = [30, 100].map((n) => {
  const simulations = Math.ceil(simulationsOf(n) / 2)
  const { before, after, over } = areaCoverage(n, { simulations, random: seededRandom(`areas of ${n} questions`) })
  const cells = [`${n}`, `${simulations}`, ...[before, after, ...over].map(percent)]
  return judged(cells, [after, ...over], simulations)
})

const tables = [
  {
    title: 'Coverage of 95 % intervals',
    about: `\`npm run research -- coverage\`: simulations with ${RESAMPLES} resamples each, fixed seed. Questions differ in difficulty if there are replicates; one question in ten uses all of its 16 calls. *Before* is the plain percentile bootstrap.`,
    head: ['questions', 'p', 'replicates', 'simulations', ...METRICS, 'at least 93'],
    rows,
  },
  {
    title: 'Coverage of areas under accuracy–calls lines',
    about:
      'The same, of `cges replay --sweep`. *Before* is the plain percentile bootstrap. Differences have a Student interval by the spread of the resamples.',
    head: [
      'questions',
      'simulations',
      'area of sc, before',
      'area of sc',
      ...RIVALS.map((rival) => `${rival} over sc`),
      'at least 93',
    ],
    rows: areas,
  },
]
writeFileSync(TABLES, `${JSON.stringify(tables, null, 1)}\n`)
process.exitCode = isHeld ? 0 : 1
