import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import {
  cheapest,
  compareTo,
  costOf,
  type Difference,
  judge,
  type Judged,
  mean,
  readRecordings,
} from './judge-methods.js'

// node apps/research/dist/partials/main.js: runs the rules on partial answers beside others on the recording of the tiny model
// that has them, and writes docs/data/partials.json. Half of its questions choose the parameters, the other half judges. `node
// packages/tiny-llama/dist/partials/main.js FILE` makes the recording.
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const file = join(ROOT, 'packages/tiny-llama/partials.jsonl.gz')

const BASELINE = 'sc@32'
const FIXED = [
  BASELINE,
  'esc:window=4@32',
  'asc-beta@32',
  'cges:confidence=lns-arith,gamma=0.99@32',
  'deepconf:keep=0.9,window=8@32',
  'parallel-probe@32',
  'margin-retained@32',
]
const PROBES = [1, 2, 3, 4, 6].flatMap((stable) =>
  [1, 2, 4].flatMap((pruneAfter) =>
    [0, 2, 4, 6].map((warm) => `parallel-probe:pruneAfter=${pruneAfter},stable=${stable},warmUpProbes=${warm}@32`),
  ),
)
const MARGINS = [
  ...[2, 4, 8, 16, 24].map((warmUps) => `margin-retained:warmUps=${warmUps}@32`),
  ...[0.05, 0.1, 0.2, 0.3, 0.4].map((alpha) => `margin-retained:alpha=${alpha}@32`),
]

const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')
const [teach, decide] = [0, 1].map((half) =>
  readRecordings(
    lines.filter((_, at) => at % 2 === half),
    FIXED,
  ),
)
if (teach === undefined || decide === undefined) throw new Error('two halves')
const taughtBy = judge(BASELINE, teach)
const baseline = judge(BASELINE, decide)
if (taughtBy === null || baseline === null) throw new Error(`${BASELINE} does not run on ${file}`)

const found = [PROBES, MARGINS].map((rivals) =>
  cheapest(
    rivals.flatMap((method) => judge(method, teach) ?? []),
    taughtBy,
  ),
)
const chosen = found.flatMap((each) => each?.method ?? [])
if (chosen.length < found.length)
  console.log('of one rule no parameters come within half a point where they are chosen')
const judged = [...FIXED, ...chosen].flatMap((method) => judge(method, decide) ?? [])
const rows = judged.map((each) => [
  `\`${each.method}\`${chosen.includes(each.method) ? ' (chosen)' : ''}`,
  (100 * mean(each.right)).toFixed(1),
  mean(each.tokens).toFixed(0),
  mean(each.sequential).toFixed(0),
  mean(each.probeTokens).toFixed(0),
  costOf(each).toFixed(0),
  ...overBaseline(each, baseline),
])
const table = {
  title: 'Partial answers: the counter, the tiny model of 0.2 million parameters',
  about: `${decide.length} questions judge, the other ${teach.length} chose the rows marked so: the cheapest within half a point of ${BASELINE}. 32 samples each, probed after every turn (4 tokens). Differences are to \`${BASELINE}\`, with 95 % intervals over questions.`,
  head: [
    'method',
    'accuracy %',
    'tokens',
    'sequential',
    'probe tokens',
    'with probes',
    'points over `sc@32`',
    'with probes, over `sc@32`',
  ],
  rows,
}
writeFileSync(join(ROOT, 'docs/data/partials.json'), `${JSON.stringify([table], null, 1)}\n`)
for (const row of rows) console.log(row.join('  '))

function overBaseline(each: Judged, base: Judged): [string, string] {
  if (each.method === base.method) return ['', '']
  const { accuracy, cost } = compareTo(each, base)
  return [interval(accuracy, 100, 1), interval(cost, 1, 0)]
}

function interval({ value, low, high }: Difference, scale: number, digits: number): string {
  const [at, from, to] = [value, low, high].map((each) => signed((scale * each).toFixed(digits)))
  return `${at ?? ''} [${from ?? ''}, ${to ?? ''}]`
}

function signed(text: string): string {
  return Number(text) > 0 ? `+${text}` : text.replace('-', '−')
}
