import type { BenchmarkDefinitionInput } from '@cges-fleet/core'

/** 1,319 school problems (Cobbe et al., 2021); the gold answer follows the last `####` of a worked solution. */
export const gsm8k: BenchmarkDefinitionInput = {
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
