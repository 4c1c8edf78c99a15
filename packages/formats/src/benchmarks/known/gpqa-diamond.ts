import type { BenchmarkDefinitionInput } from '@cges-fleet/core'

/** 198 questions of four choices (Rein et al., 2023). Its authors ask that the questions are not published. */
export const gpqaDiamond: BenchmarkDefinitionInput = {
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
