import { z } from 'zod'
import {
  EvaluationSpec,
  EvaluationStatistics,
  EvaluationView,
  ImportBatch,
  ImportedCount,
  ImportSpec,
  StoredPage,
} from '@cges-fleet/core'
import { ExportFile } from '@cges-fleet/formats'
import { ACCOUNT_ROUTES } from './account-routes.js'
import { BENCHMARK_ROUTES } from './benchmark-routes.js'
import { EVALUATION_LIST_ROUTES } from './evaluation-list-routes.js'
import { IDENTITY_ROUTES } from './identity-routes.js'
import { LIFECYCLE_ROUTES } from './lifecycle-routes.js'
import { POOL_ROUTES } from './pool-routes.js'
import { PROBE_ROUTES } from './probe-routes.js'
import { id, idempotencyKey, MANY_MEMBERS, refused, type Route, unknown } from './route.js'

/** Every route of the API, once: the OpenAPI document and its page are made from this list. */
export const ROUTES: readonly Route[] = [
  ...LIFECYCLE_ROUTES,
  ...ACCOUNT_ROUTES,
  {
    method: 'post',
    path: '/v1/evaluations',
    summary: 'Submit an evaluation',
    policy: 'evaluations:write',
    parameters: [idempotencyKey('the same key and body give the same evaluation')],
    body: EvaluationSpec,
    answers: {
      201: { about: 'accepted', schema: EvaluationView },
      200: { about: 'accepted before, under this key', schema: EvaluationView },
      400: refused,
      409: { ...refused, about: 'this key was used with another body' },
    },
  },
  ...EVALUATION_LIST_ROUTES,
  {
    method: 'get',
    path: '/v1/evaluations/{id}',
    summary: 'Read an evaluation as of now',
    policy: 'evaluations:read',
    parameters: [id],
    answers: { 200: { about: 'the evaluation', schema: EvaluationView }, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/live',
    summary: 'Follow an evaluation: server-sent events, each a whole snapshot',
    policy: 'evaluations:read',
    parameters: [id, { name: 'Last-Event-ID', in: 'header', about: 'the version seen last' }],
    answers: {
      200: { about: 'events: snapshot (EvaluationView), then bye', type: 'text/event-stream' },
      204: { about: 'ended, and this version was seen' },
      404: unknown,
    },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/statistics',
    summary: 'Read what an evaluation’s numbers are worth: intervals, paired comparisons, outcomes, quality of signals',
    policy: 'evaluations:read',
    parameters: [
      id,
      {
        name: 'baseline',
        in: 'query',
        about: 'the method others are compared with; SC at their own budget unless given',
      },
    ],
    answers: {
      200: { about: 'the statistics; final ones once it is complete', schema: EvaluationStatistics },
      400: refused,
      404: unknown,
    },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/exports/{file}',
    summary: 'Export an evaluation as a file that other programs read',
    policy: 'evaluations:read',
    parameters: [
      id,
      { name: 'file', in: 'path', about: ExportFile.options.join(', '), schema: ExportFile },
      {
        name: 'method',
        in: 'query',
        about: 'whose verdicts nemo-results.jsonl holds; the first method’s unless given',
      },
      {
        name: 'examples',
        in: 'query',
        about: '1: with the questions and responses of a gated benchmark',
        schema: z.enum(['0', '1']),
      },
    ],
    answers: {
      200: { about: 'the file, streamed', type: 'application/octet-stream' },
      400: refused,
      404: unknown,
    },
  },
  {
    method: 'post',
    path: '/v1/imports',
    summary: 'Make an evaluation of a log: its samples are sent, not drawn',
    policy: 'evaluations:write',
    parameters: [idempotencyKey('the same key and body give the same evaluation')],
    body: ImportSpec,
    answers: {
      201: { about: 'made', schema: EvaluationView },
      200: { about: 'made before, under this key', schema: EvaluationView },
      400: refused,
      409: { ...refused, about: 'this key was used with another body' },
    },
  },
  {
    method: 'get',
    path: '/v1/imports/{id}/samples',
    summary: 'List which samples of the log are stored, so that an interrupted import sends the others alone',
    policy: 'evaluations:read',
    parameters: [id, { name: 'after', in: 'query', about: 'the "next" of the page before' }],
    answers: {
      200: { about: 'a page', schema: StoredPage },
      400: refused,
      404: unknown,
      409: { ...refused, about: 'the evaluation draws its own samples' },
    },
  },
  {
    method: 'post',
    path: '/v1/imports/{id}/samples',
    summary: 'Add samples of the log, a batch at a time',
    policy: 'evaluations:write',
    parameters: [id],
    anyCharacters: true,
    mostMembers: MANY_MEMBERS,
    body: ImportBatch,
    answers: {
      200: { about: 'stored; those there already stay as they are', schema: ImportedCount },
      400: refused,
      404: unknown,
      409: {
        ...refused,
        about: 'the evaluation draws its own samples, or the team’s limit of stored bytes leaves no room',
      },
    },
  },
  ...BENCHMARK_ROUTES,
  ...POOL_ROUTES,
  ...IDENTITY_ROUTES,
  {
    method: 'get',
    path: '/v1/openapi.json',
    summary: 'This document',
    policy: 'anyone',
    answers: { 200: { about: 'OpenAPI 3.1' } },
  },
  {
    method: 'get',
    path: '/v1/docs',
    summary: 'This document as a page',
    policy: 'anyone',
    answers: { 200: { about: 'a page', type: 'text/html' } },
  },
  ...PROBE_ROUTES,
]
