import type { BenchmarkDefinitionInput } from '@cges-fleet/core'

/** The 30 problems of the American Invitational Mathematics Examination of 2024; answers are whole numbers 0 … 999. */
export const aime24: BenchmarkDefinitionInput = {
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
