import { z } from 'zod'

/** The files an evaluation can be exported as. */
export const ExportFile = z.enum([
  'verdicts.csv',
  'samples.jsonl',
  'gold.jsonl',
  'lm-eval-samples.jsonl',
  'lm-eval-results.json',
  'inspect.json',
  'nemo-results.jsonl',
])
export type ExportFile = z.infer<typeof ExportFile>
