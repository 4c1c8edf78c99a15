import {
  Benchmark,
  BenchmarkView,
  EvaluationPage,
  EvaluationSpec,
  EvaluationView,
  PoolView,
  Problem,
  QueueDepth,
} from '@cges-fleet/core'
import { z } from 'zod'

export interface Route {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly summary: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly about: string
  }[]
  readonly body?: z.ZodType
  readonly answers: Readonly<
    Record<number, { readonly about: string; readonly schema?: z.ZodType; readonly type?: string }>
  >
}

const id = { name: 'id', in: 'path', about: 'the id of an evaluation' } as const
const refused = { about: 'refused: names the field and the remedy', schema: Problem, type: 'application/problem+json' }
const unknown = { about: 'there is none', schema: Problem, type: 'application/problem+json' }
const away = { about: 'a store cannot be reached', schema: Problem, type: 'application/problem+json' }

/** Every route of the API, once: the OpenAPI document and its page are made from this list. */
export const ROUTES: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/evaluations',
    summary: 'Submit an evaluation',
    parameters: [{ name: 'Idempotency-Key', in: 'header', about: 'the same key and body give the same evaluation' }],
    body: EvaluationSpec,
    answers: {
      201: { about: 'accepted', schema: EvaluationView },
      200: { about: 'accepted before, under this key', schema: EvaluationView },
      400: refused,
      409: { ...refused, about: 'this key was used with another body' },
    },
  },
  {
    method: 'get',
    path: '/v1/evaluations',
    summary: 'List evaluations, newest first',
    parameters: [{ name: 'cursor', in: 'query', about: 'the "next" of the page before' }],
    answers: { 200: { about: 'a page', schema: EvaluationPage }, 400: refused },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}',
    summary: 'Read an evaluation as of now',
    parameters: [id],
    answers: { 200: { about: 'the evaluation', schema: EvaluationView }, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/live',
    summary: 'Follow an evaluation: server-sent events, each a whole snapshot',
    parameters: [id, { name: 'Last-Event-ID', in: 'header', about: 'the version seen last' }],
    answers: {
      200: { about: 'events: snapshot (EvaluationView), then bye', type: 'text/event-stream' },
      204: { about: 'ended, and this version was seen' },
      404: unknown,
    },
  },
  {
    method: 'post',
    path: '/v1/evaluations/{id}/cancel',
    summary: 'End an evaluation early; what was drawn stays',
    parameters: [id],
    answers: { 200: { about: 'the evaluation, as it ended', schema: EvaluationView }, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/benchmarks',
    summary: 'List benchmarks',
    answers: {
      200: { about: 'the newest revision of each', schema: z.object({ benchmarks: z.array(BenchmarkView) }) },
    },
  },
  {
    method: 'post',
    path: '/v1/benchmarks',
    summary: 'Import a benchmark',
    body: Benchmark,
    answers: { 201: { about: 'stored, or there already', schema: BenchmarkView }, 400: refused },
  },
  {
    method: 'get',
    path: '/v1/pools',
    summary: 'List pools and their workers',
    answers: { 200: { about: 'the pools', schema: z.object({ pools: z.array(PoolView) }) } },
  },
  {
    method: 'get',
    path: '/v1/pools/{pool}/queue-depth',
    summary: 'Read what could run now in a pool, for an autoscaler',
    parameters: [{ name: 'pool', in: 'path', about: 'the name of a pool' }],
    answers: { 200: { about: 'the depth', schema: QueueDepth }, 404: unknown, 503: away },
  },
  { method: 'get', path: '/v1/openapi.json', summary: 'This document', answers: { 200: { about: 'OpenAPI 3.1' } } },
  {
    method: 'get',
    path: '/v1/docs',
    summary: 'This document as a page',
    answers: { 200: { about: 'a page', type: 'text/html' } },
  },
  { method: 'get', path: '/health', summary: 'The process lives', answers: { 200: { about: 'it does' } } },
  { method: 'get', path: '/ready', summary: 'The process can serve', answers: { 200: { about: 'it can' }, 503: away } },
]
