import {
  QuestionCounts,
  QuestionPage,
  QuestionPlace,
  QuestionSelection,
  QuestionView,
  SampleText,
  SampleTokens,
} from '@cges-fleet/core'
import { z } from 'zod'
import { id, refused, type Route, unknown } from './route.js'

const { filter, method, verdict, answer, q, examples } = QuestionSelection.shape

const SELECTION = [
  { name: 'filter', in: 'query', about: 'conditions on all verdicts or samples; all must hold', schema: filter },
  { name: 'method', in: 'query', about: 'the method that the other conditions are about', schema: method },
  { name: 'verdict', in: 'query', about: 'how that method ended', schema: verdict },
  { name: 'answer', in: 'query', about: 'the answer of a verdict, by its comparison key', schema: answer },
  { name: 'q', in: 'query', about: 'a text that the question or its id contains', schema: q },
  {
    name: 'examples',
    in: 'query',
    about: '1: with the questions, answers and responses of a gated benchmark',
    schema: examples,
  },
] as const

const AT = [
  { name: 'position', in: 'path', about: 'the question’s place in its benchmark, from 0', schema: z.string() },
  { name: 'replicate', in: 'query', about: 'from 0; 0 unless given', schema: z.string() },
] as const

const OF_SAMPLE = [
  id,
  ...AT,
  { name: 'index', in: 'path', about: 'the sample’s index, from 0', schema: z.string() },
  { name: 'from', in: 'query', about: 'the "next" of the part before', schema: z.string() },
] as const

/** The routes of what was asked and answered behind an evaluation's numbers. */
export const QUESTION_ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/evaluations/{id}/questions',
    summary: 'List an evaluation’s questions with every method’s verdict, those that a selection finds',
    policy: 'evaluations:read',
    parameters: [
      id,
      ...SELECTION,
      { name: 'after', in: 'query', about: 'the "next" of the page before', schema: QuestionPlace },
      { name: 'before', in: 'query', about: 'the "previous" of the page after', schema: QuestionPlace },
    ],
    answers: { 200: { about: 'a page of 50', schema: QuestionPage }, 400: refused, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/question-counts',
    summary: 'Count the questions that a selection finds, and those of each filter',
    policy: 'evaluations:read',
    parameters: [id, ...SELECTION],
    answers: { 200: { about: 'the counts', schema: QuestionCounts }, 400: refused, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/questions/{position}',
    summary: 'Read one question: its prompt, every sample, every method’s verdict, and its neighbours in a selection',
    policy: 'evaluations:read',
    parameters: [id, ...AT, ...SELECTION],
    answers: { 200: { about: 'the question', schema: QuestionView }, 400: refused, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/questions/{position}/samples/{index}/text',
    summary: 'Read what the model wrote for a sample, a part at a time',
    policy: 'evaluations:read',
    parameters: [
      ...OF_SAMPLE,
      { name: 'part', in: 'query', about: 'text, unless given, or reasoning', schema: z.enum(['text', 'reasoning']) },
      SELECTION[5],
    ],
    answers: { 200: { about: 'a part of it', schema: SampleText }, 400: refused, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/questions/{position}/samples/{index}/tokens',
    summary: 'Read the log-probabilities of a sample’s tokens, a part at a time',
    policy: 'evaluations:read',
    parameters: [...OF_SAMPLE, SELECTION[5]],
    answers: { 200: { about: 'a part of them', schema: SampleTokens }, 400: refused, 404: unknown },
  },
]
