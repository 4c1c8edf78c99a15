import {
  CloneRequest,
  type EvaluationEvent,
  type EvaluationStatus,
  type EvaluationView,
  Extension,
  LifecycleRequest,
  statusWord,
} from '@cges-fleet/core'
import { cancelEvaluation, listEvents, pauseEvaluation, resumeEvaluation, retryEvaluation } from '@cges-fleet/db'
import { activeTraceparent, logger } from '@cges-fleet/telemetry'
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import type { HttpResponse } from '../http/http-response.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { cloneEvaluation } from './clone-evaluation.js'
import { EvaluationId, readIdempotencyKey } from './evaluation-id.js'
import { extendWithin } from './extend-within.js'
import { readView, unknownEvaluation } from './read-view.js'

interface Moved {
  readonly id: string
  readonly status: EvaluationStatus | null
  readonly to: readonly EvaluationStatus[]
  readonly refusal: string
}

/** What people do to an evaluation after it was submitted; each again changes nothing more. */
@Controller('v1/evaluations')
export class LifecycleController {
  readonly #logger = logger('Evaluations')

  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Get(':id/events')
  async events(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
  ): Promise<{ events: EvaluationEvent[] }> {
    const events = await listEvents(caller.db, caller.team, { id })
    if (events.length === 0) throw unknownEvaluation(id)
    return { events }
  }

  @Post(':id/pause')
  @HttpCode(200)
  async pause(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Body({ schema: LifecycleRequest }) { reason }: LifecycleRequest,
  ): Promise<EvaluationView> {
    const status = await pauseEvaluation(caller.db, caller.team, { id, reason })
    return this.#moved(caller, {
      id,
      status,
      to: ['paused'],
      refusal: 'only a running evaluation can be paused',
    })
  }

  @Post(':id/resume')
  @HttpCode(200)
  async resume(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Body({ schema: LifecycleRequest }) { reason }: LifecycleRequest,
  ): Promise<EvaluationView> {
    const status = await resumeEvaluation(caller.db, caller.team, { id, reason })
    return this.#moved(caller, {
      id,
      status,
      to: ['running'],
      refusal: 'only a paused one can be resumed; extend goes further',
    })
  }

  @Post(':id/cancel')
  @HttpCode(200)
  async cancel(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Body({ schema: LifecycleRequest }) { reason }: LifecycleRequest,
  ): Promise<EvaluationView> {
    const status = await cancelEvaluation(caller.db, caller.team, { id, reason })
    if (status === null) throw unknownEvaluation(id)
    return readView(caller, id)
  }

  @Post(':id/extend')
  @HttpCode(200)
  async extend(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Body({ schema: Extension }) extension: Extension,
  ): Promise<EvaluationView> {
    await extendWithin(caller.db, caller.team, { id, extension })
    this.#askRound(id)
    return readView(caller, id)
  }

  @Post(':id/retry')
  @HttpCode(200)
  async retry(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Body({ schema: LifecycleRequest }) { reason }: LifecycleRequest,
  ): Promise<EvaluationView> {
    const retried = await retryEvaluation(caller.db, caller.team, { id, reason })
    if (retried === null) throw unknownEvaluation(id)
    if (retried.kind === 'refused') {
      throw new Refusal('conflict', `The evaluation is ${statusWord(retried.status)}: extend it first, or clone it.`)
    }
    this.#askRound(id)
    return readView(caller, id)
  }

  @Post(':id/clone')
  async clone(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Body({ schema: CloneRequest }) changes: CloneRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<EvaluationView> {
    const idempotencyKey = readIdempotencyKey(response.req.headers['idempotency-key'])
    const cloned = await cloneEvaluation(caller.db, caller.team, {
      id,
      changes,
      idempotencyKey,
      owner: ownerOf(caller),
    })
    response.status(cloned.repeated ? 200 : 201).setHeader('location', `/v1/evaluations/${cloned.id}`)
    if (!cloned.repeated) this.#askRound(cloned.id)
    return readView(caller, cloned.id)
  }

  async #moved(caller: Caller, { id, status, to, refusal }: Moved): Promise<EvaluationView> {
    if (status === null) throw unknownEvaluation(id)
    if (!to.includes(status)) throw new Refusal('conflict', `The evaluation is ${statusWord(status)}: ${refusal}.`)
    if (status === 'running') this.#askRound(id)
    return readView(caller, id)
  }

  /** The coordinator's sweep finds what the queue could not be told. */
  #askRound(id: string): void {
    void this.parts.rounds.ask(id, activeTraceparent()).catch((error: Error) => this.#logger.warn(error.message))
  }
}
