import { z } from 'zod'
import type { EvaluationSpecInput } from './schemas/evaluation-spec.js'

/** Settings that belong together, to start an evaluation from: all of it but the pool. */
export interface Preset {
  readonly name: string
  readonly title: string
  /** The model that the pool is to serve, as Hugging Face names it. */
  readonly model: string
  readonly spec: Readonly<Omit<EvaluationSpecInput, 'pool'>>
}

/** The description of the presets, shown wherever they are offered. */
export const ABOUT_PRESETS =
  'The models, sampling, budgets, ten seeds and votes of arXiv 2511.02603. The prompts are ours, since its figure with them is not in its source; ' +
  'γ is .999 throughout, where its tables choose one by the labels.'

/** Its signals by token probabilities; DeepConf's in the form that its tables show. */
const SIGNALS = ['lns-arith', 'lns-geom', 'deepconf-b10-window', 'deepconf-tail-window', 'mars'] as const

const METHODS = [
  'sc@4',
  'sc@8',
  'sc',
  'esc:window=4@8',
  'esc:window=4',
  'asc-beta',
  'asc-dirichlet',
  'dsc',
  ...SIGNALS.map((signal) => `cges:confidence=${signal},gamma=0.999`),
]

const THINKS = 'deepseek-ai/DeepSeek-R1-Distill-Qwen-7B'
const ANSWERS = 'Qwen/Qwen2.5-7B-Instruct'

function paper(benchmark: string, title: string, model: typeof THINKS | typeof ANSWERS): Preset {
  return {
    name: `paper-${benchmark}`,
    title,
    model,
    spec: {
      benchmark,
      suite: 'arXiv 2511.02603',
      budget: 16,
      replicates: 10,
      reasoning: model === THINKS,
      paper: true,
      sampling: { temperature: 0.7, topP: 0.95 },
      methods: METHODS,
    },
  }
}

/** The paper's benchmarks, each with the model that it asks there. Its RM rows need `confidence=rm` besides, and a pool with a reward model. */
export const PRESETS: readonly Preset[] = [
  paper('aime24', 'AIME 2024', THINKS),
  paper('gpqa-diamond', 'GPQA Diamond', THINKS),
  paper('math-500', 'MATH-500', ANSWERS),
  paper('gsm8k', 'GSM8K', ANSWERS),
  paper('mmlu-pro', 'MMLU-Pro', ANSWERS),
]

/** The field of an evaluation's file that names a preset. */
export const PresetName = z
  .enum(PRESETS.map(({ name }) => name))
  .describe('settings of the paper to start from; fields of this file replace them')
  .meta({ examples: ['paper-gsm8k'] })

/** Finds a preset by its name; null if there is none. */
export function findPreset(name: unknown): Preset | null {
  return PRESETS.find((preset) => preset.name === name) ?? null
}

/** Methods to start from on any benchmark; the rest of the evaluation is as it is. */
export interface RulePreset {
  readonly name: string
  readonly title: string
  /** When to use it, in one sentence. */
  readonly about: string
  readonly spec: Readonly<Pick<EvaluationSpecInput, 'methods' | 'budget' | 'questions'>>
}

const ON_ANSWERS = [
  'sc',
  'esc:window=4',
  'asc-beta',
  'asc-dirichlet',
  'dsc',
  'voi',
  'majority',
  'mmc',
  'cite',
  'bayes',
  'doubling',
]

const CGES = 'cges:confidence=lns-arith,gamma=0.99'
const ON_LOGPROBS = [CGES, ...['cisc', 'cite-weighted', 'beacon'].map((rule) => `${rule}:confidence=lns-arith`)]

/** Presets of methods, the cheapest first. Rules that need numbers of yours, such as a total of calls, are in none. */
export const RULE_PRESETS: readonly RulePreset[] = [
  {
    name: 'cheap-check',
    title: 'Cheap check',
    about: 'The first 50 questions, at most 8 samples each: does it run, and does stopping early pay?',
    spec: { questions: 50, budget: 8, methods: ['sc', 'esc:window=2', 'asc-beta', CGES] },
  },
  {
    name: 'answers',
    title: 'Methods on answers',
    about: 'Every method that reads answers alone. Works on any model server.',
    spec: { budget: 16, methods: ON_ANSWERS },
  },
  {
    name: 'all',
    title: 'All methods',
    about: 'Also the methods that weigh answers by confidence. The server must return log-probabilities.',
    spec: { budget: 16, methods: [...ON_ANSWERS, ...ON_LOGPROBS] },
  },
]
