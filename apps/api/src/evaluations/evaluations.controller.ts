import { EvaluationSpec, type EvaluationPage, type EvaluationView } from '@cges-fleet/core'
import { cancelEvaluation, type DataSource, listEvaluations, LOCAL_TEAM } from '@cges-fleet/db'
import type { RoundQueue } from '@cges-fleet/queue'
import { Body, Controller, Get, Headers, HttpCode, Inject, Logger, Param, Post, Query, Res } from '@nestjs/common'
import { z } from 'zod'
import type { HttpResponse } from '../http/http-response.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { LiveEvaluations } from './live-evaluations.js'
import { sendLive } from './send-live.js'
import { submitEvaluation } from './submit-evaluation.js'

const EvaluationId = z.uuid('must be the id of an evaluation')
const Cursor = z.uuid('must be the "next" of an earlier page').optional()
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** Streams end after this long, so that a rolling deploy moves them and permissions are checked again. */
const STREAM_MS = 15 * 60_000

@Controller('v1/evaluations')
export class EvaluationsController {
  readonly #db: DataSource
  readonly #rounds: RoundQueue
  readonly #live: LiveEvaluations
  readonly #logger = new Logger('Evaluations')

  constructor(@Inject(API_PARTS) parts: ApiParts) {
    this.#db = parts.db
    this.#rounds = parts.rounds
    this.#live = new LiveEvaluations(parts.db)
  }

  @Post()
  async submit(
    @Body({ schema: EvaluationSpec }) spec: EvaluationSpec,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<EvaluationView> {
    if (key !== undefined && !IDEMPOTENCY_KEY.test(key)) {
      throw refuseField('Idempotency-Key', 'must be 1 to 200 visible characters')
    }
    const submission = { spec, idempotencyKey: key ?? null }
    const { id, repeated } = await submitEvaluation(this.#db, LOCAL_TEAM, submission)
    response.status(repeated ? 200 : 201).setHeader('location', `/v1/evaluations/${id}`)
    // Submission does not depend on the queue: the coordinator's sweep finds an evaluation nobody asked a round for.
    if (!repeated) void this.#rounds.ask(id).catch((error: Error) => this.#logger.warn(error.message))
    return this.#view(id)
  }

  @Get()
  list(@Query('cursor', { schema: Cursor }) cursor: string | undefined): Promise<EvaluationPage> {
    return listEvaluations(this.#db, LOCAL_TEAM, cursor ?? null)
  }

  @Get(':id')
  show(@Param('id', { schema: EvaluationId }) id: string): Promise<EvaluationView> {
    return this.#view(id)
  }

  @Get(':id/live')
  async live(
    @Param('id', { schema: EvaluationId }) id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const current = await this.#view(id)
    if (current.status !== 'running' && lastEventId === String(current.version)) {
      response.status(204).end()
      return
    }
    const ended = new AbortController()
    response.on('close', () => ended.abort())
    const timer = setTimeout(() => ended.abort(), STREAM_MS * (0.9 + 0.2 * Math.random()))
    await sendLive(response, this.#live.frames(LOCAL_TEAM, id, ended.signal)).finally(() => clearTimeout(timer))
  }

  @Post(':id/cancel')
  @HttpCode(200)
  async cancel(@Param('id', { schema: EvaluationId }) id: string): Promise<EvaluationView> {
    const status = await cancelEvaluation(this.#db, LOCAL_TEAM, id)
    if (status === null) throw unknown(id)
    return this.#view(id)
  }

  async #view(id: string): Promise<EvaluationView> {
    const view = await this.#live.read(LOCAL_TEAM, id)
    if (view === null) throw unknown(id)
    return view
  }
}

function unknown(id: string): Refusal {
  return new Refusal('not_found', `There is no evaluation ${id}.`)
}
