import { z } from 'zod'

/** The paper's five pairs of a benchmark and a model, in its order. */
export const PaperBenchmark = z.enum(['aime24', 'gpqa', 'math500', 'gsm8k', 'mmlu-pro'])
export type PaperBenchmark = z.infer<typeof PaperBenchmark>

export const PAPER_BENCHMARKS = PaperBenchmark.options

/** The confidence signals of the paper's tables; their DeepConf is the windowed kind, by the tables' own evidence. */
export const PAPER_SIGNALS = ['lns-arith', 'lns-geom', 'deepconf-b10', 'deepconf-tail', 'mars', 'rm'] as const
export const PaperSignal = z.enum(PAPER_SIGNALS)
export type PaperSignal = z.infer<typeof PaperSignal>

/** How a benchmark is written, its number of questions, and how many options a wrong answer is one of; null: open. */
export const BENCHMARK_FACTS: Readonly<
  Record<PaperBenchmark, { readonly title: string; readonly questions: number; readonly wrongOptions: number | null }>
> = {
  aime24: { title: 'AIME24', questions: 30, wrongOptions: null },
  gpqa: { title: 'GPQA Diamond', questions: 198, wrongOptions: 3 },
  math500: { title: 'MATH500', questions: 500, wrongOptions: null },
  gsm8k: { title: 'GSM8K', questions: 1319, wrongOptions: null },
  'mmlu-pro': { title: 'MMLU-Pro', questions: 12_032, wrongOptions: 9 },
}
