import type { BenchmarkDefinitionInput } from '@cges-fleet/core'

/** 12,032 questions with up to ten choices (Wang et al., 2024). */
export const mmluPro: BenchmarkDefinitionInput = {
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
