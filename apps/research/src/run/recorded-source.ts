import type { Confidences, ConfidenceSignal, Vote } from '@cges-fleet/methods'
import {
  type Grades,
  gradesProblem,
  isRight,
  permute,
  type Recording,
  type ValueMaps,
  votesFor,
} from '@cges-fleet/replay'
import { type PaperBenchmark, PAPER_SIGNALS, type PaperSignal } from '../profile/paper-benchmark.js'
import type { BenchmarkSource } from './benchmark-run.js'
import { cgesSpec } from './cges-spec.js'
import type { Replicate } from './replicate.js'

/** Recordings without what the experiments need; the message says what is missing. */
export class UnusableRecordings extends Error {}

export interface RecordedOptions {
  readonly benchmark: PaperBenchmark
  readonly seeds: number
  readonly grades: Grades
  readonly maps: ValueMaps
  /** As in `BenchmarkSource`. */
  readonly mark: string | null
}

const BUDGET = 16

/**
 * Takes recorded samples in place of a profile: each seed is a permutation of every question's samples, as in `cges replay`.
 * The paper's windowed DeepConf is preferred to the text's where the file has it. Throws `UnusableRecordings` where a question has
 * fewer than 16 samples or no signal can be read.
 */
export function recordedSource(recordings: readonly Recording[], options: RecordedOptions): BenchmarkSource {
  const ungraded = gradesProblem(recordings, options.grades, { whole: true })
  if (ungraded !== null) throw new UnusableRecordings(ungraded)
  const plain = votesFor({ method: 'sc', budget: BUDGET }, recordings, options.maps)
  if (!plain.ok) throw new UnusableRecordings(`the paper’s budget is ${BUDGET}: ${plain.reason}`)
  const found = PAPER_SIGNALS.flatMap((signal) => {
    const pools = poolsWith(signal, recordings, options.maps)
    return pools === null ? [] : [{ signal, pools }]
  })
  if (found.length === 0) throw new UnusableRecordings('no confidence signal can be read for every answer')
  const pools = plain.pools.map((pool, question) =>
    pool.map(({ answer }, at): Vote => {
      const confidences: Confidences = Object.fromEntries(
        found.flatMap(({ signal, pools: read }) => {
          const value = read[question]?.[at]
          return value === undefined ? [] : [[signal, value]]
        }),
      )
      return { answer, confidences }
    }),
  )
  return {
    benchmark: options.benchmark,
    origin: 'recorded',
    mark: options.mark,
    signals: found.map(({ signal }) => signal),
    scOffset: () => 0,
    replicates: Array.from({ length: options.seeds }, (_, seed) => replicateOf(recordings, pools, seed, options)),
  }
}

/** The names a file may use for a signal, the likelier first. */
const NAMES: Readonly<Record<PaperSignal, readonly ConfidenceSignal[]>> = {
  'lns-arith': ['lns-arith'],
  'lns-geom': ['lns-geom'],
  'deepconf-b10': ['deepconf-b10-window', 'deepconf-b10'],
  'deepconf-tail': ['deepconf-tail-window', 'deepconf-tail'],
  mars: ['mars'],
  rm: ['rm'],
}

/** One number a sample, or null if the file cannot give the signal. */
function poolsWith(
  signal: PaperSignal,
  recordings: readonly Recording[],
  maps: ValueMaps,
): (readonly (number | undefined)[])[] | null {
  for (const confidence of NAMES[signal]) {
    const read = votesFor({ ...cgesSpec(signal, BUDGET), confidence }, recordings, maps)
    if (!read.ok || read.source === null) continue
    // A plain confidence stands for whatever is named: it is read once, as the first signal.
    if (read.source === 'confidence' && signal !== 'lns-arith') continue
    return read.pools.map((pool) => pool.map(({ confidences }) => confidences[confidence]))
  }
  return null
}

function replicateOf(
  recordings: readonly Recording[],
  pools: readonly (readonly Vote[])[],
  seed: number,
  options: RecordedOptions,
): Replicate {
  const known = recordings.every(({ difficulty }) => difficulty !== null)
  return {
    pools: pools.map((pool, question) => permute(pool, seed, recordings[question]?.id ?? '')),
    isRight: (question, answer) => {
      const recording = recordings[question]
      return recording !== undefined && isRight(recording, answer, options.grades)
    },
    order: known
      ? recordings
          .map((_, question) => question)
          .toSorted((a, b) => (recordings[a]?.difficulty ?? 0) - (recordings[b]?.difficulty ?? 0) || a - b)
      : null,
  }
}
