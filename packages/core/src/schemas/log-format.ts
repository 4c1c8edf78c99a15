import { z } from 'zod'

/** The log formats: two of our own, those of other programs, and any whose fields --map names. */
export const LogFormat = z.enum([
  'recordings',
  'samples',
  'lm-eval',
  'inspect',
  'nemo',
  'openai-batch',
  'evalscope',
  'esc',
  'opencompass',
  'lighteval',
  'simple-evals',
  'mapped',
])
export type LogFormat = z.infer<typeof LogFormat>

/** Detects a log's format from its first row; null if it is none of them. */
export function detectLogFormat(row: unknown): LogFormat | null {
  if (typeof row !== 'object' || row === null) return null
  const has = (key: string): boolean => Object.hasOwn(row, key)
  if (has('doc_id') && has('resps')) return 'lm-eval'
  if (has('custom_id')) return 'openai-batch'
  if (has('question_id') && has('samples')) return 'recordings'
  if (has('question_id') && has('sample_index')) return 'samples'
  if (has('generation') || has('problem_idx')) return 'nemo'
  if (has('epoch') && has('input')) return 'inspect'
  return null
}
