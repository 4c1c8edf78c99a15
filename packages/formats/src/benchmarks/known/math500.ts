import type { BenchmarkDefinitionInput } from '@cges-fleet/core'

/** 500 problems of MATH (Hendrycks et al., 2021), the held-out split of Lightman et al. (2023). */
export const math500: BenchmarkDefinitionInput = {
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
