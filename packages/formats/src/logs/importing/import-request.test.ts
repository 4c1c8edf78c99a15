import { methodLabel } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { usualImport } from './import-request.js'
import type { LogSurvey } from './survey-log.js'

const survey = (budget: number): LogSurvey => ({
  format: 'recordings',
  model: null,
  sampling: {},
  questions: [],
  budget,
  samples: 0,
  truncated: 0,
  failed: 0,
  counts: { rows: 0 } as unknown as LogSurvey['counts'],
  replicates: 1,
  rows: 0,
  signal: null,
  warnings: [],
})

it.each([
  [6, ['sc@6', 'esc:window=2@6', 'asc-beta@6']],
  [16, ['sc@16', 'esc:window=4@16', 'asc-beta@16']],
])('takes the methods that a replay takes: %i samples', (budget, labels) => {
  expect(usualImport(survey(budget), null).methods.map(methodLabel)).toEqual(labels)
})
