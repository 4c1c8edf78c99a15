import { EvaluationView } from '../schemas/evaluation-view.js'
import { IdempotencyKey } from '../schemas/evaluation-spec.js'
import { ImportBatch, ImportedCount, ImportSpec, StoredAfter, StoredPage } from '../schemas/imports.js'
import { addSamples, createImport, listStoredSamples } from './addresses.js'
import { IMPORT } from './parameters.js'
import { MANY_MEMBERS, REFUSED, type Route, UNKNOWN } from './route.js'

export const CreateImport = {
  at: createImport,
  summary: 'Make an evaluation of a log: its samples are sent, not drawn',
  scope: 'evaluations:write',
  headers: { 'Idempotency-Key': { about: 'the same key and body give the same evaluation', schema: IdempotencyKey } },
  body: ImportSpec,
  answers: {
    201: { about: 'made', schema: EvaluationView },
    200: { about: 'made before, under this key', schema: EvaluationView },
    400: { problem: REFUSED },
    409: { problem: 'this key was used with another body' },
  },
} as const satisfies Route

export const AddSamples = {
  at: addSamples,
  summary: 'Add samples of the log, a batch at a time',
  scope: 'evaluations:write',
  path: { id: IMPORT },
  anyCharacters: true,
  mostMembers: MANY_MEMBERS,
  body: ImportBatch,
  answers: {
    200: { about: 'stored; those there already stay as they are', schema: ImportedCount },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'the evaluation draws its own samples, or the team’s limit of stored bytes leaves no room' },
  },
} as const satisfies Route

export const ListStoredSamples = {
  at: listStoredSamples,
  summary: 'List which samples of the log are stored, so that an interrupted import sends the others alone',
  scope: 'evaluations:read',
  path: { id: IMPORT },
  query: { after: { about: 'the "next" of the page before', schema: StoredAfter } },
  answers: {
    200: { about: 'a page', schema: StoredPage },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'the evaluation draws its own samples' },
  },
} as const satisfies Route
