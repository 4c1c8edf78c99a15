import { EvaluationLabels } from '../schemas/evaluation-list.js'
import {
  CloneRequest,
  DeletedEvaluation,
  EvaluationName,
  EvaluationSpec,
  Extension,
  IdempotencyKey,
} from '../schemas/evaluation-spec.js'
import { LifecycleRequest, PauseRequest } from '../schemas/lifecycle.js'
import { EvaluationView } from '../schemas/evaluation-view.js'
import { ExternalCount, ExternalVerdicts } from '../schemas/imports.js'
import { PriorityChange } from '../schemas/priority.js'
import { Regrade } from '../schemas/regrade.js'
import {
  addVerdicts,
  archiveEvaluation,
  cancelEvaluation,
  cloneEvaluation,
  deleteEvaluation,
  extendEvaluation,
  getRegrade,
  labelEvaluation,
  pauseEvaluation,
  prioritizeEvaluation,
  renameEvaluation,
  requestRegrade,
  resumeEvaluation,
  retryEvaluation,
  submitEvaluation,
  unarchiveEvaluation,
} from './addresses.js'
import { EVALUATION } from './parameters.js'
import { MANY_MEMBERS, REFUSED, type Route, UNKNOWN } from './route.js'

export const SubmitEvaluation = {
  at: submitEvaluation,
  summary: 'Submit an evaluation',
  scope: 'evaluations:write',
  headers: { 'Idempotency-Key': { about: 'the same key and body give the same evaluation', schema: IdempotencyKey } },
  body: EvaluationSpec,
  answers: {
    201: { about: 'accepted', schema: EvaluationView },
    200: { about: 'accepted before, under this key', schema: EvaluationView },
    400: { problem: REFUSED },
    409: { problem: 'this key was used with another body' },
  },
} as const satisfies Route

export const CloneEvaluation = {
  at: cloneEvaluation,
  summary: 'Submit an evaluation once more, on the same revision of its benchmark',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  headers: { 'Idempotency-Key': { about: 'the same key and body give the same clone', schema: IdempotencyKey } },
  body: CloneRequest,
  answers: {
    201: { about: 'accepted', schema: EvaluationView },
    200: { about: 'accepted before, under this key', schema: EvaluationView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'this key was used with another body' },
  },
} as const satisfies Route

export const ExtendEvaluation = {
  at: extendEvaluation,
  summary: 'Add methods, budget, replicates or room under the caps; only what is missing is drawn',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  body: Extension,
  answers: {
    200: { about: 'the evaluation, which goes on', schema: EvaluationView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'it failed' },
  },
} as const satisfies Route

export const PauseEvaluation = {
  at: pauseEvaluation,
  summary:
    'Hold a running evaluation: nothing more is started, and calls in flight finish unless they are to be stopped',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  body: PauseRequest,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    404: { problem: UNKNOWN },
    409: { problem: 'it has ended' },
  },
} as const satisfies Route

export const ResumeEvaluation = {
  at: resumeEvaluation,
  summary: 'Let a paused evaluation go on',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  body: LifecycleRequest,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    404: { problem: UNKNOWN },
    409: { problem: 'it has ended' },
  },
} as const satisfies Route

export const RetryEvaluation = {
  at: retryEvaluation,
  summary: 'Draw again what could not be drawn, in trials blocked by it',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  body: LifecycleRequest,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    404: { problem: UNKNOWN },
    409: { problem: 'it was ended early' },
  },
} as const satisfies Route

export const CancelEvaluation = {
  at: cancelEvaluation,
  summary: 'End an evaluation early; what was drawn stays',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  body: LifecycleRequest,
  answers: {
    200: { about: 'the evaluation, as it ended', schema: EvaluationView },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const LabelEvaluation = {
  at: labelEvaluation,
  summary: 'Write tags and a note on an evaluation',
  scope: 'evaluations:write',
  audit: 'evaluation.label',
  path: { id: EVALUATION },
  body: EvaluationLabels,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const PrioritizeEvaluation = {
  at: prioritizeEvaluation,
  summary: 'Change how often an evaluation takes its turn among the team’s in the pool; other teams lose nothing',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  body: PriorityChange,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

const MANAGED = {
  403: { problem: 'another member’s evaluation: needs the scope evaluations:manage' },
  404: { problem: UNKNOWN },
} as const

export const RenameEvaluation = {
  at: renameEvaluation,
  summary: 'Give an evaluation another name',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  body: EvaluationName,
  answers: { 200: { about: 'the evaluation', schema: EvaluationView }, 400: { problem: REFUSED }, ...MANAGED },
} as const satisfies Route

export const ArchiveEvaluation = {
  at: archiveEvaluation,
  summary: 'Archive an evaluation that has ended: lists leave it out, nothing else changes',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    ...MANAGED,
    409: { problem: 'it has not ended' },
  },
} as const satisfies Route

export const UnarchiveEvaluation = {
  at: unarchiveEvaluation,
  summary: 'Bring an archived evaluation back to lists',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the evaluation', schema: EvaluationView }, ...MANAGED },
} as const satisfies Route

export const DeleteEvaluation = {
  at: deleteEvaluation,
  summary: 'Delete an evaluation that has ended, with its samples, texts and verdicts, for ever',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  answers: {
    200: { about: 'gone from every page; its rows follow within minutes', schema: DeletedEvaluation },
    ...MANAGED,
    409: { problem: 'it has not ended' },
  },
} as const satisfies Route

export const RequestRegrade = {
  at: requestRegrade,
  summary: 'Read and decide the stored samples again with the present grading version, at no call',
  scope: 'evaluations:write',
  audit: 'evaluation.regrade',
  path: { id: EVALUATION },
  answers: {
    202: { about: 'asked for; done when finishedAt is set', schema: Regrade },
    404: { problem: UNKNOWN },
    409: { problem: 'it is running, or graded with this version already' },
  },
} as const satisfies Route

export const GetRegrade = {
  at: getRegrade,
  summary: 'Read what the newest regrade flipped: answers, verdicts, correctness',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the regrade', schema: Regrade }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const AddVerdicts = {
  at: addVerdicts,
  summary: 'Add verdicts of a rule of one’s own beside those of the evaluation’s methods, a batch at a time',
  scope: 'evaluations:write',
  audit: 'evaluation.verdicts',
  path: { id: EVALUATION },
  mostMembers: MANY_MEMBERS,
  body: ExternalVerdicts,
  answers: {
    200: { about: 'stored; those there already stay as they are', schema: ExternalCount },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'it is not done, or has another verdict of this rule already' },
  },
} as const satisfies Route
