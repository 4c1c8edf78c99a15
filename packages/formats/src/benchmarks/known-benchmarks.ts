import { BenchmarkDefinition, type BenchmarkDefinitionInput, TINY_BENCHMARK } from '@cges-fleet/core'
import { DEMO_BENCHMARK } from './demo/demo-benchmark.js'

/** 1,319 school problems (Cobbe et al., 2021); the gold answer follows the last `####` of a worked solution. */
const gsm8k: BenchmarkDefinitionInput = {
  name: 'gsm8k',
  title: 'GSM8K',
  answerKind: 'math',
  fields: { question: 'question', answer: 'answer' },
  dataset: {
    id: 'openai/gsm8k',
    config: 'main',
    revision: '740312add88f781978c0658806c59bc2815b9866',
    path: 'main/test-00000-of-00001.parquet',
    license: 'MIT',
  },
}

/** 500 problems of MATH (Hendrycks et al., 2021), the held-out split of Lightman et al. (2023). */
const math500: BenchmarkDefinitionInput = {
  name: 'math-500',
  title: 'MATH-500',
  answerKind: 'math',
  fields: { id: 'unique_id', question: 'problem', answer: 'answer' },
  dataset: {
    id: 'HuggingFaceH4/MATH-500',
    revision: '6e4ed1a2a79af7d8630a6b768ec859cb5af4d3be',
    path: 'test.jsonl',
    license: 'MIT',
  },
}

/** The 30 problems of the American Invitational Mathematics Examination of 2024; answers are whole numbers 0 … 999. */
const aime24: BenchmarkDefinitionInput = {
  name: 'aime24',
  title: 'AIME 2024',
  answerKind: 'math',
  fields: { id: 'id', question: 'problem', answer: 'answer' },
  dataset: {
    id: 'HuggingFaceH4/aime_2024',
    split: 'train',
    revision: '2fe88a2f1091d5048c0f36abc874fb997b3dd99a',
    path: 'data/train-00000-of-00001.parquet',
    license: 'none stated; the problems are those of the Mathematical Association of America',
  },
}

/** 198 questions of four choices (Rein et al., 2023). Its authors ask that the questions are not published. */
const gpqaDiamond: BenchmarkDefinitionInput = {
  name: 'gpqa-diamond',
  title: 'GPQA Diamond',
  answerKind: 'choice',
  fields: {
    id: 'Record ID',
    question: 'Question',
    answer: 'Correct Answer',
    distractors: ['Incorrect Answer 1', 'Incorrect Answer 2', 'Incorrect Answer 3'],
  },
  shuffleSeed: 0,
  dataset: {
    id: 'Idavidrein/gpqa',
    config: 'gpqa_diamond',
    split: 'train',
    revision: '633f5ee89ab8ad4522a9f850766b73f62147ffdd',
    path: 'gpqa_diamond.csv',
    license: 'CC-BY-4.0',
    gated: true,
  },
}

/** 12,032 questions with up to ten choices (Wang et al., 2024). */
const mmluPro: BenchmarkDefinitionInput = {
  name: 'mmlu-pro',
  title: 'MMLU-Pro',
  answerKind: 'choice',
  fields: { id: 'question_id', question: 'question', answer: 'answer', choices: 'options' },
  dataset: {
    id: 'TIGER-Lab/MMLU-Pro',
    revision: 'b189ec765aa7ed75c8acfea42df31fdae71f97be',
    path: 'data/test-00000-of-00001.parquet',
    license: 'MIT',
  },
}

/**
 * The paper's five benchmarks, ready to import by name. They hold no questions: those are public datasets, each named
 * with the commit it is read at.
 */
export const KNOWN_BENCHMARKS: readonly BenchmarkDefinition[] = [aime24, math500, gsm8k, mmluPro, gpqaDiamond].map(
  (input) => BenchmarkDefinition.parse(input),
)

/** The benchmarks whose questions come with the program: importing them needs no network. */
export const INCLUDED_BENCHMARKS = [TINY_BENCHMARK, DEMO_BENCHMARK] as const

/** The names that `cges benchmark import` knows. */
export const IMPORTABLE_BENCHMARKS: readonly string[] = [
  ...KNOWN_BENCHMARKS.map(({ name }) => name),
  ...INCLUDED_BENCHMARKS,
]
