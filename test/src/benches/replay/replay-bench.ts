import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  ascDirichletProbability,
  isTrialMethod,
  type MethodSpec,
  parseMethodSpec,
  readsPartials,
  readsWindow,
  RULES,
  seededRandom,
} from '@cges-fleet/methods'
import { IDENTITY, type RecordedSample, type Recording, replayReport } from '@cges-fleet/replay'
import type { Bench, Repetition } from '../bench.js'

const SCRIPT = fileURLToPath(new URL('../../../src/benches/replay/asc-dirichlet.py', import.meta.url))
const SAMPLES = 16
const SEEDS = 10
/** How many decisions each side is timed on, starting with the same ones: the reference is slow. */
const THEIRS = 400
const OURS = 200_000
/** The paper's rules that decide question by question. */
const PAPER = new Set(['sc', 'esc', 'asc-beta', 'asc-dirichlet', 'cges'])

/** A large replay on one core, and ASC-Dirichlet's decisions beside the published criterion in NumPy and SciPy. */
export function replayBench(questions: number): Bench {
  return {
    unit: 'decisions a CPU second',
    value: 'ASC-Dirichlet',
    reference: 'its published criterion in NumPy and SciPy',
    run: (): Promise<Repetition> => {
      const recordings = madeRecordings(questions, SAMPLES)
      const specs = methods()
      const paper = cpuSeconds(() =>
        replayAll(
          recordings,
          specs.filter(({ method }) => PAPER.has(method)),
        ),
      )
      const all = cpuSeconds(() => replayAll(recordings, specs))
      const met = voteCounts(recordings)
      const ours: number[] = []
      const spent = cpuSeconds(() => {
        for (const counts of met) ours.push(ascDirichletProbability(counts))
      })
      const { rate, values } = published(met.slice(0, THEIRS))
      const apart = values.reduce((sum, value, at) => sum + Math.abs(value - (ours[at] ?? NaN)), 0) / values.length
      const also = { questions, paperCpuSeconds: paper, allCpuSeconds: all, rules: specs.length, meanDifference: apart }
      return Promise.resolve({ value: met.length / spent, reference: rate, also })
    },
  }
}

/** CGES over the whole grid of γ, with ten seeds. */
function replayAll(recordings: readonly Recording[], specs: readonly MethodSpec[]): void {
  const maps = { confidence: IDENTITY, reward: IDENTITY }
  const options = { seeds: SEEDS, budget: SAMPLES, grades: 'recorded', maps, dscRanking: 'sample' } as const
  const report = replayReport(specs, recordings, { ...options, gammaGrid: true, inOrder: false })
  if (report.notRunnable.length > 0) throw new Error(JSON.stringify(report.notRunnable))
}

/** Every trial rule, with the settings of its example. */
function methods(): MethodSpec[] {
  return RULES.flatMap(({ example }) => {
    const parsed = parseMethodSpec(example, SAMPLES)
    return parsed.ok && isTrialMethod(parsed.spec) && readsWindow(parsed.spec) === null && !readsPartials(parsed.spec)
      ? [parsed.spec]
      : []
  })
}

/**
 * The votes after each sample, as a replay meets them, of questions with at least three answers: with fewer, the
 * criterion has a closed form.
 */
function voteCounts(recordings: readonly Recording[]): number[][] {
  const met = recordings.flatMap(({ samples }) => {
    const counts = new Map<string, number>()
    return samples.flatMap(({ answer }) => {
      if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
      return counts.size < 3 ? [] : [[...counts.values()]]
    })
  })
  return met.slice(0, OURS)
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function published(cases: readonly (readonly number[])[]): { readonly rate: number; readonly values: number[] } {
  const ran = spawnSync('python3', [SCRIPT], { input: JSON.stringify(cases), encoding: 'utf8' })
  if (ran.status !== 0) {
    throw new Error(`the reference needs python3 with numpy and scipy (pip install numpy scipy): ${ran.stderr}`)
  }
  return JSON.parse(ran.stdout) as { rate: number; values: number[] }
}

/** One string each, as a log's reader keeps the answers of a question. */
const WRONG_ANSWERS = Array.from({ length: 6 }, (_, at) => `wrong ${at + 1}`)

/** Simulated recordings: questions of every difficulty, wrong answers that repeat, and surer right answers. */
function madeRecordings(questions: number, samples: number): Recording[] {
  const random = seededRandom('replay bench')
  const sample = (share: number): RecordedSample => {
    const correct = random.next() < share
    const answer = correct ? 'right' : (WRONG_ANSWERS[random.int(1, WRONG_ANSWERS.length) - 1] ?? '')
    const confidence = (correct ? 0.85 : 0.7) + 0.14 * random.next()
    return { answer, grade: correct ? 1 : 0, confidence, reward: confidence, signals: { 'lns-arith': confidence } }
  }
  return Array.from({ length: questions }, (_, question) => {
    const share = 0.2 + 0.8 * random.next()
    const drawn = Array.from({ length: samples }, () => sample(share))
    return { id: `q${question}`, replicate: 0, truth: null, difficulty: null, samples: drawn }
  })
}
