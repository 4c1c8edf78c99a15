import { z } from 'zod'
import {
  From,
  Position,
  QuestionListFile,
  QuestionPlace,
  QuestionSelection,
  Replicate,
  SampleIndex,
} from '../schemas/question-selection.js'
import { NewComment, QuestionComment } from '../schemas/comments.js'
import { QuestionCounts, QuestionPage, QuestionView, SampleText, SampleTokens } from '../schemas/question-view.js'
import {
  addComment,
  countQuestions,
  deleteComment,
  editComment,
  exportQuestions,
  getQuestion,
  getSampleText,
  getSampleTokens,
  listQuestions,
} from './addresses.js'
import { EVALUATION } from './parameters.js'
import { type Parameter, type Parameters, REFUSED, type Route, UNKNOWN } from './route.js'

const { filter, method, verdict, agreement, versus, versusMethod, answer, q, examples } = QuestionSelection.shape

/** The query parameters that select questions of an evaluation. */
const SELECTION = {
  filter: { about: 'conditions on all verdicts or samples; all must hold', schema: filter },
  method: { about: 'the method that the other conditions are about', schema: method },
  verdict: { about: 'how that method ended', schema: verdict },
  agreement: { about: 'who of that method and another is right, where both have verdicts', schema: agreement },
  versus: { about: 'the evaluation of the other method', schema: versus },
  versusMethod: { about: 'the other method', schema: versusMethod },
  answer: { about: 'the answer of a verdict, by its comparison key', schema: answer },
  q: { about: 'a text that the question or its id contains', schema: q },
  examples: { about: '1: with the questions, answers and responses of a gated benchmark', schema: examples },
} as const satisfies Parameters

const POSITION = {
  about: 'the question’s place in its benchmark, from 0',
  schema: Position,
} as const satisfies Parameter

const REPLICATE = { about: 'from 0; 0 unless given', schema: Replicate } as const satisfies Parameter

const INDEX = { about: 'the sample’s index, from 0', schema: SampleIndex } as const satisfies Parameter

const FROM = {
  about: 'the "next" of the part before; 0 unless given',
  schema: From,
} as const satisfies Parameter

export const ListQuestions = {
  at: listQuestions,
  summary: 'List an evaluation’s questions with every method’s verdict, those that a selection finds',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  query: {
    ...SELECTION,
    after: { about: 'the "next" of the page before', schema: QuestionPlace },
    before: { about: 'the "previous" of the page after', schema: QuestionPlace },
  },
  answers: {
    200: { about: 'a page of 50', schema: QuestionPage },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const CountQuestions = {
  at: countQuestions,
  summary: 'Count the questions that a selection finds, and those of each filter',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  query: SELECTION,
  answers: {
    200: { about: 'the counts', schema: QuestionCounts },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const ExportQuestions = {
  at: exportQuestions,
  summary: 'Export all questions that a selection finds, with every method’s verdict, as one file',
  scope: 'evaluations:read',
  path: { id: EVALUATION, file: { about: QuestionListFile.options.join(', '), schema: QuestionListFile } },
  query: SELECTION,
  answers: {
    200: { about: 'the file, streamed', type: 'application/octet-stream' },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const GetQuestion = {
  at: getQuestion,
  summary: 'Read one question: its prompt, every sample, every method’s verdict, and its neighbours in a selection',
  scope: 'evaluations:read',
  path: { id: EVALUATION, position: POSITION },
  query: { replicate: REPLICATE, ...SELECTION },
  answers: {
    200: { about: 'the question', schema: QuestionView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

const COMMENT = {
  comment: { about: 'the id of a comment', schema: z.uuid('must be the id of a comment') },
} as const satisfies Parameters

export const AddComment = {
  at: addComment,
  summary: 'Comment on a question, or flag it: it is read with the question in every evaluation of its benchmark',
  scope: 'evaluations:write',
  path: { id: EVALUATION, position: POSITION },
  body: NewComment,
  answers: {
    201: { about: 'the comment', schema: QuestionComment },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'there are too many: delete one' },
  },
} as const satisfies Route

export const EditComment = {
  at: editComment,
  summary: 'Replace what a comment of one’s own says; admins may edit any of their team',
  scope: 'evaluations:write',
  path: COMMENT,
  body: NewComment,
  answers: {
    200: { about: 'the comment', schema: QuestionComment },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const DeleteComment = {
  at: deleteComment,
  summary: 'Delete a comment of one’s own; admins may delete any of their team',
  scope: 'evaluations:write',
  path: COMMENT,
  answers: { 204: { about: 'deleted' }, 404: { problem: UNKNOWN } },
} as const satisfies Route

const Part = z.enum(['text', 'reasoning'])

export const GetSampleText = {
  at: getSampleText,
  summary: 'Read what the model wrote for a sample, a part at a time',
  scope: 'evaluations:read',
  path: { id: EVALUATION, position: POSITION, index: INDEX },
  query: {
    replicate: REPLICATE,
    from: FROM,
    part: { about: 'text, unless given, or reasoning', schema: Part },
    examples: SELECTION.examples,
  },
  answers: {
    200: { about: 'a part of it', schema: SampleText },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const GetSampleTokens = {
  at: getSampleTokens,
  summary: 'Read the log-probabilities of a sample’s tokens, a part at a time',
  scope: 'evaluations:read',
  path: { id: EVALUATION, position: POSITION, index: INDEX },
  query: { replicate: REPLICATE, from: FROM, examples: SELECTION.examples },
  answers: {
    200: { about: 'a part of them', schema: SampleTokens },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
