import { z } from 'zod'
import { ExportFile } from '../../schemas/export-file.js'
import { exportEvaluation } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION, MethodText } from '../parameters.js'
import type { Route } from '../route.js'

const Examples = z.enum(['0', '1'])

export const ExportEvaluation = {
  at: exportEvaluation,
  summary: 'Export an evaluation as a file that other programs read',
  scope: 'evaluations:read',
  path: { id: EVALUATION, file: { about: ExportFile.options.join(', '), schema: ExportFile } },
  query: {
    method: {
      about: 'whose verdicts nemo-results.jsonl holds; the first method’s unless given',
      schema: MethodText,
    },
    examples: { about: '1: with the questions and responses of a gated benchmark', schema: Examples },
  },
  answers: {
    200: { about: 'the file, streamed', type: 'application/octet-stream' },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
