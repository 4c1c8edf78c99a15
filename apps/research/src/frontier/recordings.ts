import { fileURLToPath } from 'node:url'

/** Samples that all rules are run on, and what of them the rules can read. */
export interface Recorded {
  /** A file below the root of the checkout, or a benchmark of the paper that is simulated. */
  readonly from: { readonly file: string } | { readonly benchmark: string; readonly size?: number }
  readonly title: string
  /** Its head in the table that sums up. */
  readonly short: string
  readonly budget: number
  /** The confidences it has, the one that rules are tried with first. */
  readonly signals: readonly ('lns-arith' | 'self-certainty-b10-window' | 'rm')[]
  /** How its numbers become confidences; as they are unless given. */
  readonly map?: readonly [option: '--confidence-map' | '--reward-map', map: string]
  readonly dscRanking?: 'sample'
  /** How it is read, where that is not clear by itself. */
  readonly reading?: readonly string[]
}

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

const SAMPLES = '../shared/data/samples'

/**
 * The first 16 samples of a question, since the rest were cut nearly always; some completed ones hold no answer. The map is chosen without labels: its mean
 * confidence is the share of pairs of a question's completed samples that agree, its scale their spread.
 */
const BRUMO = {
  budget: 16,
  signals: ['lns-arith'],
  dscRanking: 'sample',
  reading: ['--first', '16', '--anyway'],
} as const

const SIMULATED = { budget: 16, signals: ['lns-arith', 'rm'] } as const

/** Recordings of real models, the one that is in the repository last, and the paper's benchmarks, simulated. */
export const RECORDED: readonly Recorded[] = [
  {
    ...BRUMO,
    from: { file: `${SAMPLES}/brumo2025_dsr1qwen3-8b_deepconf_b128.jsonl.gz` },
    map: ['--confidence-map', 'logistic:19.53,1.33'],
    title: 'BRUMO 2025, DeepSeek-R1-0528-Qwen3-8B, the first 16 of 128',
    short: 'BRUMO¹²⁸',
  },
  {
    ...BRUMO,
    from: { file: `${SAMPLES}/brumo2025_dsr1qwen3-8b_deepconf_b64.jsonl.gz` },
    map: ['--confidence-map', 'logistic:19.35,1.39'],
    title: 'BRUMO 2025, the same model, another recording, the first 16 of 64',
    short: 'BRUMO⁶⁴',
  },
  {
    from: { file: `${SAMPLES}/date_gpt35_naturalprogram_n10.jsonl.gz` },
    title: 'DATE, GPT-3.5, pools of 10',
    short: 'DATE',
    budget: 10,
    signals: [],
  },
  {
    from: { file: `${SAMPLES}/game24_gpt4_cot_T0.7_n100.jsonl.gz` },
    title: 'Game of 24, GPT-4, pools of 100',
    short: 'Game of 24',
    reading: ['--grades', 'recorded', '--anyway'],
    budget: 16,
    signals: [],
    dscRanking: 'sample',
  },
  {
    from: { file: `${SAMPLES}/math_qwen2.5math_rm_n8.jsonl.gz` },
    title: 'MATH, a Qwen model for mathematics with rewards, pools of 8',
    short: 'MATH',
    budget: 8,
    signals: ['rm'],
    map: ['--reward-map', 'logistic:0,1'],
  },
  {
    from: { file: `${SAMPLES}/mmlu_pro_28models_greedy_texts_280q.jsonl.gz` },
    title: 'MMLU-Pro, one answer each of 28 models: a crowd, not one model',
    short: 'crowd',
    budget: 16,
    signals: [],
  },
  {
    from: { file: 'packages/tiny-llama/recording.jsonl.gz' },
    title: 'The counter, this project’s tiny model of 0.2 million parameters, pools of 16',
    short: 'tiny',
    budget: 16,
    signals: ['lns-arith'],
  },
  {
    from: { file: '../shared/data/gemma-270m/words.jsonl.gz' },
    title: 'Word sums, Gemma 3 270M (base), pools of 7',
    short: 'Gemma',
    budget: 7,
    signals: ['lns-arith'],
  },
  { ...SIMULATED, from: { benchmark: 'aime24' }, title: 'AIME24, simulated', short: 'AIME24' },
  { ...SIMULATED, from: { benchmark: 'gpqa' }, title: 'GPQA Diamond, simulated', short: 'GPQA' },
  { ...SIMULATED, from: { benchmark: 'math500' }, title: 'MATH500, simulated', short: 'MATH500' },
  {
    ...SIMULATED,
    from: { benchmark: 'gsm8k', size: 500 },
    title: 'GSM8K, simulated, 500 of its 1,319 questions',
    short: 'GSM8K',
  },
  {
    ...SIMULATED,
    from: { benchmark: 'mmlu-pro', size: 250 },
    title: 'MMLU-Pro, simulated, 250 of its 12,032 questions',
    short: 'MMLU-Pro',
  },
]

/** Whether no model answered. */
export function isSimulated({ from }: Recorded): boolean {
  return 'benchmark' in from
}
