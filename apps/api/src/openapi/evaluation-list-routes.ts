import {
  EvaluationDraft,
  EvaluationLabels,
  EvaluationListFile,
  EvaluationPage,
  EvaluationQuery,
  EvaluationView,
  LabelsInUse,
} from '@cges-fleet/core'
import { FILTER_PARAMETERS } from '../evaluations/list-page.js'
import { id, refused, type Route, unknown } from './route.js'

const { sort, cursor } = EvaluationQuery.shape
const ORDER = { name: 'sort', in: 'query', about: sort.description ?? '', schema: sort } as const
const PLACE = { name: 'cursor', in: 'query', about: cursor.description ?? '' } as const

/** The routes of evaluations as a list, and of what people write on them. */
export const EVALUATION_LIST_ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/evaluations',
    summary: 'List the evaluations that a filter finds',
    policy: 'evaluations:read',
    parameters: [...FILTER_PARAMETERS, ORDER, PLACE],
    answers: { 200: { about: 'a page', schema: EvaluationPage }, 400: refused },
  },
  {
    method: 'get',
    path: '/v1/exports/{file}',
    summary: 'Export all evaluations that a filter finds as one file',
    policy: 'evaluations:read',
    parameters: [
      { name: 'file', in: 'path', about: EvaluationListFile.options.join(', '), schema: EvaluationListFile },
      ...FILTER_PARAMETERS,
      ORDER,
      { ...PLACE, about: 'without effect: an export begins at the first' },
    ],
    answers: { 200: { about: 'the file, streamed', type: 'application/octet-stream' }, 400: refused },
  },
  {
    method: 'get',
    path: '/v1/labels',
    summary: 'List who submitted lately and which tags are in use',
    policy: 'evaluations:read',
    answers: { 200: { about: 'names to choose from', schema: LabelsInUse } },
  },
  {
    method: 'patch',
    path: '/v1/evaluations/{id}',
    audit: 'evaluation.label',
    summary: 'Write tags and a note on an evaluation',
    policy: 'evaluations:write',
    parameters: [id],
    body: EvaluationLabels,
    answers: { 200: { about: 'the evaluation', schema: EvaluationView }, 400: refused, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/spec',
    summary: 'Read what would submit an evaluation once more, every value written out',
    policy: 'evaluations:read',
    parameters: [id],
    answers: { 200: { about: 'the submission', schema: EvaluationDraft }, 404: unknown },
  },
]
