import { ConfidenceSignal } from '@cges-fleet/methods'
import { z } from 'zod'
import { EventList } from '../schemas/evaluation-events.js'
import {
  EvaluationListFile,
  EvaluationPage,
  EvaluationQuery,
  ExportFile,
  LabelsInUse,
} from '../schemas/evaluation-list.js'
import { EvaluationDraft } from '../schemas/evaluation-spec.js'
import { EvaluationStatistics, MethodFlips } from '../schemas/evaluation-statistics.js'
import { EvaluationView } from '../schemas/evaluation-view.js'
import { GammaAdvice } from '../schemas/signal-quality.js'
import {
  exportEvaluation,
  exportEvaluations,
  followEvaluation,
  getEvaluation,
  getFlips,
  getGammaAdvice,
  getLabels,
  getSpec,
  getStatistics,
  listEvaluations,
  listEvents,
} from './addresses.js'
import { AnyText, EVALUATION, MethodText } from './parameters.js'
import { REFUSED, type Route, UNKNOWN } from './route.js'

const { cursor, sort, ...filter } = EvaluationQuery.shape

/** Filter and order of an evaluation list. */
const LISTED = {
  status: described(filter.status),
  attention: described(filter.attention),
  benchmark: described(filter.benchmark),
  pool: described(filter.pool),
  model: described(filter.model),
  method: described(filter.method),
  owner: described(filter.owner),
  mine: described(filter.mine),
  archived: described(filter.archived),
  tag: described(filter.tag),
  from: described(filter.from),
  to: described(filter.to),
  q: described(filter.q),
  sort: described(sort),
} as const

/** The cursor of such a list. */
const LIST_PLACE = { cursor: described(cursor) } as const

function described<Schema extends z.ZodType>(schema: Schema) {
  return { about: schema.description ?? '', schema }
}

export const ListEvaluations = {
  at: listEvaluations,
  summary: 'List the evaluations that a filter finds',
  scope: 'evaluations:read',
  query: { ...LISTED, ...LIST_PLACE },
  answers: { 200: { about: 'a page', schema: EvaluationPage }, 400: { problem: REFUSED } },
} as const satisfies Route

export const ExportEvaluations = {
  at: exportEvaluations,
  summary: 'Export all evaluations that a filter finds as one file',
  scope: 'evaluations:read',
  path: { file: { about: EvaluationListFile.options.join(', '), schema: EvaluationListFile } },
  query: LISTED,
  answers: { 200: { about: 'the file, streamed', type: 'application/octet-stream' }, 400: { problem: REFUSED } },
} as const satisfies Route

export const GetLabels = {
  at: getLabels,
  summary: 'List who submitted lately and which tags are in use',
  scope: 'evaluations:read',
  answers: { 200: { about: 'names to choose from', schema: LabelsInUse } },
} as const satisfies Route

export const GetEvaluation = {
  at: getEvaluation,
  summary: 'Read an evaluation as of now',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the evaluation', schema: EvaluationView }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const FollowEvaluation = {
  at: followEvaluation,
  summary: 'Follow an evaluation: server-sent events, each a whole snapshot',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  headers: { 'Last-Event-ID': { about: 'the version seen last', schema: AnyText } },
  answers: {
    200: { about: 'events: snapshot (EvaluationView), then bye', type: 'text/event-stream' },
    204: { about: 'ended, and this version was seen' },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const GetSpec = {
  at: getSpec,
  summary: 'Read what would submit an evaluation once more, every value written out',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the submission', schema: EvaluationDraft }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ListEvents = {
  at: listEvents,
  summary: 'List what happened to an evaluation and why, oldest first',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'its events', schema: EventList }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const GetStatistics = {
  at: getStatistics,
  summary: 'Read what an evaluation’s numbers are worth: intervals, paired comparisons, outcomes, quality of signals',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  query: {
    baseline: { about: 'the method others are compared with; SC at their own budget unless given', schema: MethodText },
  },
  answers: {
    200: { about: 'the statistics; final ones once it is complete', schema: EvaluationStatistics },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const GetGammaAdvice = {
  at: getGammaAdvice,
  summary:
    'Read which γ a signal would take: chosen on the labels of some questions, checked on the others, as `cges tune` does',
  scope: 'evaluations:read',
  path: { id: EVALUATION, signal: { about: 'the confidence signal', schema: ConfidenceSignal } },
  answers: {
    200: { about: 'the advice, or why there is none', schema: GammaAdvice },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const GetFlips = {
  at: getFlips,
  summary:
    'Read which questions a method would get right or wrong at other values of its setting, on the stored samples',
  scope: 'evaluations:read',
  path: { id: EVALUATION, method: { about: 'the method, by its key', schema: MethodText } },
  answers: {
    200: { about: 'the questions that flip at each value, or why there are none', schema: MethodFlips },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

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
