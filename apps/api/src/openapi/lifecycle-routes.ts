import { CloneRequest, EvaluationEvent, EvaluationView, Extension, LifecycleRequest } from '@cges-fleet/core'
import { z } from 'zod'
import { REGRADE_ROUTES } from './regrade-routes.js'
import { id, idempotencyKey, refused, type Route, unknown } from './route.js'

/** The routes of what people do to an evaluation after it was submitted. */
export const LIFECYCLE_ROUTES: readonly Route[] = [
  ...REGRADE_ROUTES,
  {
    method: 'post',
    path: '/v1/evaluations/{id}/cancel',
    audit: 'evaluation.cancel',
    summary: 'End an evaluation early; what was drawn stays',
    policy: 'evaluations:write',
    parameters: [id],
    body: LifecycleRequest,
    answers: { 200: { about: 'the evaluation, as it ended', schema: EvaluationView }, 404: unknown },
  },
  {
    method: 'post',
    path: '/v1/evaluations/{id}/pause',
    audit: 'evaluation.pause',
    summary: 'Hold a running evaluation: what is being drawn lands, nothing more is started',
    policy: 'evaluations:write',
    parameters: [id],
    body: LifecycleRequest,
    answers: {
      200: { about: 'the evaluation', schema: EvaluationView },
      404: unknown,
      409: { ...refused, about: 'it has ended' },
    },
  },
  {
    method: 'post',
    path: '/v1/evaluations/{id}/resume',
    audit: 'evaluation.resume',
    summary: 'Let a paused evaluation go on',
    policy: 'evaluations:write',
    parameters: [id],
    body: LifecycleRequest,
    answers: {
      200: { about: 'the evaluation', schema: EvaluationView },
      404: unknown,
      409: { ...refused, about: 'it has ended' },
    },
  },
  {
    method: 'post',
    path: '/v1/evaluations/{id}/extend',
    audit: 'evaluation.extend',
    summary: 'Add methods, budget, replicates or room under the caps; only what is missing is drawn',
    policy: 'evaluations:write',
    parameters: [id],
    body: Extension,
    answers: {
      200: { about: 'the evaluation, which goes on', schema: EvaluationView },
      400: refused,
      404: unknown,
      409: { ...refused, about: 'it failed' },
    },
  },
  {
    method: 'post',
    path: '/v1/evaluations/{id}/retry',
    audit: 'evaluation.retry',
    summary: 'Draw again what could not be drawn, in trials blocked by it',
    policy: 'evaluations:write',
    parameters: [id],
    body: LifecycleRequest,
    answers: {
      200: { about: 'the evaluation', schema: EvaluationView },
      404: unknown,
      409: { ...refused, about: 'it was ended early' },
    },
  },
  {
    method: 'post',
    path: '/v1/evaluations/{id}/clone',
    summary: 'Submit an evaluation once more, on the same revision of its benchmark',
    policy: 'evaluations:write',
    parameters: [id, idempotencyKey('the same key and body give the same clone')],
    body: CloneRequest,
    answers: {
      201: { about: 'accepted', schema: EvaluationView },
      200: { about: 'accepted before, under this key', schema: EvaluationView },
      400: refused,
      404: unknown,
      409: { ...refused, about: 'this key was used with another body' },
    },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/events',
    summary: 'List what happened to an evaluation and why, oldest first',
    policy: 'evaluations:read',
    parameters: [id],
    answers: { 200: { about: 'its events', schema: z.object({ events: z.array(EvaluationEvent) }) }, 404: unknown },
  },
]
