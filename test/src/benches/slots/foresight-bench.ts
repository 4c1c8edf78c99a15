import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import {
  clampConfidence,
  decide,
  foreseenNeed,
  foresightOf,
  isTrialMethod,
  type OpenRule,
  parseMethodSpec,
  seededRandom,
  type SeededRandom,
} from '@cges-fleet/methods'
import { confidenceLogit, ModelProfile, normalDraws, questionAccuracies, solveProfile } from '@cges-fleet/statistics'
import type { Bench, Repetition } from '../bench.js'
import { type SimulatedSlots, simulateSlots, type TimedVote } from './simulate-slots.js'

const SLOTS = 32
const QUESTIONS = 60
const CGES = 'cges:confidence=lns-arith,gamma=0.99'
const ASC = 'asc-beta'
/** Shares of the time without looking ahead after which an evaluation is wanted. */
const WANTED = [0.5, 0.7, 0.9, 1.1] as const
/** One and three ahead: two and four samples of a question at once. */
const LOOKAHEADS = [1, 3, 'auto'] as const
const BARS = [0, 0.25, 0.5, 0.75] as const

interface Population {
  readonly source: 'simulated' | 'recorded'
  readonly name: string
  readonly method: string
  readonly questions: TimedQuestions
}

/**
 * How much sooner evaluations end if they ask ahead of need, and how often forecasts come true, on simulated and
 * recorded questions, in simulated time: without a fleet, so that many shapes can be tried.
 */
export function foresightBench(): Bench {
  let seed = 0
  return {
    unit: 's',
    value: 'makespans with auto',
    reference: 'makespans with off',
    run: async (): Promise<Repetition> => {
      seed += 1
      const found = populations(seed)
      const runs: Measured[] = []
      for (const population of found) runs.push(await measured(population))
      const also = Object.assign({}, ...runs.map(({ figures }) => figures)) as Record<string, number>
      for (const share of WANTED) {
        const those = runs.flatMap(({ wanted }) => wanted.filter((each) => each.share === share))
        also[`wanted at ${share}: in time`] = meanOf(those, ({ inTime }) => inTime)
        also[`wanted at ${share}: extra`] = meanOf(those, ({ extra }) => extra)
      }
      for (const source of ['simulated', 'recorded'] as const) {
        const those = found.filter((each) => each.source === source)
        Object.assign(also, cameTrue(source, those))
      }
      const seconds = (of: (run: Measured) => number) => runs.reduce((sum, run) => sum + of(run) / 1000, 0)
      return { value: seconds(({ autoMs }) => autoMs), reference: seconds(({ offMs }) => offMs), also }
    },
  }
}

interface Measured {
  readonly offMs: number
  readonly autoMs: number
  readonly figures: Readonly<Record<string, number>>
  readonly wanted: readonly { readonly share: number; readonly inTime: number; readonly extra: number }[]
}

/** Draws a population without looking ahead, in each way of doing so, and wanted by several times. */
async function measured({ name, method, questions }: Population): Promise<Measured> {
  const options = { methods: [specOf(method, questions)], slots: SLOTS }
  const off = await simulateSlots(questions, { ...options, lookahead: 'off' })
  const figures: Record<string, number> = {}
  const keep = (how: string, run: SimulatedSlots) => {
    figures[`${name}: ${how}`] = run.makespanMs / off.makespanMs
    figures[`${name}: ${how} extra`] = extraOf(run)
    return run
  }
  let autoMs = 0
  for (const lookahead of LOOKAHEADS) {
    const run = keep(String(lookahead), await simulateSlots(questions, { ...options, lookahead }))
    if (lookahead === 'auto') autoMs = run.makespanMs
  }
  const wanted: Measured['wanted'][number][] = []
  for (const share of WANTED) {
    const finishByMs = share * off.makespanMs
    const run = keep(`wanted at ${share}`, await simulateSlots(questions, { ...options, lookahead: 'off', finishByMs }))
    wanted.push({ share, inTime: run.makespanMs <= finishByMs ? 1 : 0, extra: extraOf(run) })
  }
  return { offMs: off.makespanMs, autoMs, figures, wanted }
}

function meanOf<Each>(those: readonly Each[], of: (each: Each) => number): number {
  return those.reduce((sum, each) => sum + of(each), 0) / those.length
}

function populations(seed: number): Population[] {
  const simulated = ['gsm8k', 'math500', 'mmlu-pro', 'gpqa', 'aime24'].map((name) => {
    return { source: 'simulated' as const, name, method: CGES, questions: simulatedQuestions(name, QUESTIONS, seed) }
  })
  const recorded = RECORDED.flatMap(({ name, method, file, map }) => {
    const questions = recordedQuestions(file, seed, map)
    return questions === null
      ? []
      : [{ source: 'recorded' as const, name, method, questions: questions.slice(0, QUESTIONS) }]
  })
  if (recorded.length === 0) console.log('No recordings here: simulated questions alone.')
  return [...simulated, ...recorded]
}

const NO_CONFIDENCE = { center: 0, scale: 1 }
const RECORDED = [
  {
    name: 'BRUMO, 8B',
    method: CGES,
    file: 'brumo2025_dsr1qwen3-8b_deepconf_b64.jsonl.gz',
    map: { center: 18, scale: 2 },
  },
  { name: 'MATH, reward', method: CGES, file: 'math_qwen2.5math_rm_n8.jsonl.gz', map: { center: 0, scale: 2 } },
  { name: 'dates', method: ASC, file: 'date_gpt35_naturalprogram_n10.jsonl.gz', map: NO_CONFIDENCE },
  { name: 'game of 24', method: ASC, file: 'game24_gpt4_cot_T0.7_n100.jsonl.gz', map: NO_CONFIDENCE },
  { name: '28 models', method: ASC, file: 'mmlu_pro_28models_greedy_texts_280q.jsonl.gz', map: NO_CONFIDENCE },
]

function extraOf({ drawn, needed }: SimulatedSlots): number {
  return drawn / needed - 1
}

function specOf(method: string, questions: TimedQuestions) {
  const budget = Math.min(...questions.map((votes) => votes.length))
  const parsed = parseMethodSpec(`${method}@${budget}`, budget)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(method)
  return parsed.spec
}

/** The share of samples that came to be needed, by the probability forecast after each vote. */
function cameTrue(source: Population['source'], found: readonly Population[]): Record<string, number> {
  const foreseen = found.flatMap(({ method, questions }) => foreseenIn(method, questions))
  return Object.fromEntries(
    BARS.flatMap((from, at) => {
      const those = foreseen.filter(({ need }) => need >= from && need < (BARS[at + 1] ?? 2))
      const mean = (of: (each: Foreseen) => number) => those.reduce((sum, each) => sum + of(each), 0) / those.length
      return [
        [`${source}: foreseen from ${from}`, mean(({ need }) => need)],
        [`${source}: came true from ${from}`, mean(({ came }) => came)],
      ]
    }),
  )
}

interface Foreseen {
  readonly need: number
  readonly came: number
}

function foreseenIn(method: string, questions: TimedQuestions): Foreseen[] {
  const spec = specOf(method, questions)
  const rule: OpenRule = { budget: spec.budget, decide: (votes) => decide(spec, votes) }
  const calls = questions.map((votes) => callsOf(rule, votes))
  const foresight = foresightOf(questions.map((votes, at) => votes.slice(0, calls[at])))
  return questions.flatMap((votes, at) =>
    Array.from({ length: (calls[at] ?? 1) - 1 }).flatMap((_, before) => {
      const prefix = votes.slice(0, before + 1)
      const now = rule.decide(prefix)
      const needs = foreseenNeed([rule], prefix, { foresight, continuations: 64, seed: `${at}/${before}` })
      const certain = now.state === 'open' ? now.until : 0
      return needs.slice(certain).map((need, beyond) => ({ need, came: certain + beyond < (calls[at] ?? 0) ? 1 : 0 }))
    }),
  )
}

function callsOf({ budget, decide: by }: OpenRule, votes: TimedQuestions[number]): number {
  const is = by(votes)
  return is.state === 'stopped' ? is.calls : budget
}

const PROFILES = fileURLToPath(new URL('../../../../apps/vllm-sim/profiles/', import.meta.url))
const RECORDINGS = fileURLToPath(new URL('../../../../../shared/data/samples/', import.meta.url))
const BUDGET = 16
const MS_A_TOKEN = 2
const MS = [200, 2000] as const

/** Questions with all their samples in a random order, as many as the budget. */
type TimedQuestions = readonly (readonly TimedVote[])[]

/**
 * Draws questions of a simulated model: accuracy, confidences and lengths come from one of the simulator's profiles.
 */
function simulatedQuestions(name: string, count: number, seed: number): TimedQuestions {
  const profile = ModelProfile.parse(JSON.parse(readFileSync(`${PROFILES}${name}.json`, 'utf8')))
  const random = seededRandom(`${name} ${seed}`)
  const normal = (): number => normalDraws(1, random.next)[0] ?? 0
  const questions = questionAccuracies(profile, count).map((accuracy) => ({ accuracy, z: normal() }))
  const solved = solveProfile(profile, questions)
  const { from, to } = profile.wrongAnswerDecay
  return random.shuffle(questions).map((question) => {
    const decay = from + (to - from) * random.next()
    return Array.from({ length: BUDGET }, () => {
      const right = random.next() < question.accuracy
      const confidence = 1 / (1 + Math.exp(-confidenceLogit(solved, question, { right, e: normal() })))
      const { medianTokens, spread, wrongTimes } = profile.length
      const tokens = medianTokens * (right ? 1 : wrongTimes) * Math.exp(spread * normal())
      return timed(right ? 'right' : wrongAnswer(decay, random), confidence, MS_A_TOKEN * tokens)
    })
  })
}

function wrongAnswer(decay: number, random: SeededRandom): string {
  let rank = 0
  while (random.next() < decay) rank += 1
  return `wrong ${rank}`
}

interface Line {
  readonly samples: readonly {
    readonly answer: string | null
    readonly answer_key?: string
    readonly status?: 'completed' | 'truncated'
    readonly confidence?: number
    readonly reward?: number
  }[]
}

/**
 * Loads questions of a real model's recording, at most 150; null if the file is missing. Confidences and rewards are
 * mapped to (0, 1) by a logistic function; times are drawn.
 */
function recordedQuestions(
  file: string,
  seed: number,
  { center, scale }: { readonly center: number; readonly scale: number },
): TimedQuestions | null {
  if (!existsSync(`${RECORDINGS}${file}`)) return null
  const random = seededRandom(`${file} ${seed}`)
  const lines = gunzipSync(readFileSync(`${RECORDINGS}${file}`))
    .toString('utf8')
    .trim()
    .split('\n')
  const questions = lines.map((line) => (JSON.parse(line) as Line).samples)
  return random
    .shuffle(questions)
    .slice(0, 150)
    .map((samples) =>
      random
        .shuffle(samples)
        .slice(0, BUDGET)
        .map(({ answer, answer_key: key, status, confidence, reward }) => {
          const logit = ((confidence ?? reward ?? center) - center) / scale
          const vote = status === 'truncated' ? null : (key ?? answer)
          return timed(vote, 1 / (1 + Math.exp(-logit)), MS[0] + (MS[1] - MS[0]) * random.next())
        }),
    )
}

function timed(answer: string | null, confidence: number, ms: number): TimedVote {
  return { answer, confidences: { 'lns-arith': clampConfidence(confidence) }, ms }
}
