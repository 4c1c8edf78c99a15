import { EvaluationSpec, type EvaluationView, hasEnded } from '@cges-fleet/core'
import type { Failpoint, RoundQueue } from '@cges-fleet/queue'
import { activeTraceparent, logger } from '@cges-fleet/telemetry'
import { Body, Controller, Get, Headers, Inject, Param, Post, Res } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import type { OpenStreams } from '../access/open-streams.js'
import type { HttpResponse } from '../http/http-response.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { EvaluationId, readIdempotencyKey } from './evaluation-id.js'
import { LiveEvaluations } from './live-evaluations.js'
import { readView } from './read-view.js'
import { sendLive } from './send-live.js'
import { submitEvaluation } from './submit-evaluation.js'

/** Streams end after this long, so that a rolling deploy moves them and permissions are checked again. */
const STREAM_MS = 15 * 60_000

@Controller('v1/evaluations')
export class EvaluationsController {
  readonly #rounds: RoundQueue
  readonly #failpoint: Failpoint
  readonly #streams: OpenStreams
  readonly #live: LiveEvaluations
  readonly #logger = logger('Evaluations')

  constructor(@Inject(API_PARTS) parts: ApiParts) {
    this.#rounds = parts.rounds
    this.#failpoint = parts.failpoint
    this.#streams = parts.streams
    this.#live = new LiveEvaluations(parts.databaseOf)
  }

  @Post()
  async submit(
    @Caller() caller: Caller,
    @Body({ schema: EvaluationSpec }) spec: EvaluationSpec,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<EvaluationView> {
    this.#failpoint('submit.received')
    const submission = { spec, idempotencyKey: readIdempotencyKey(key), owner: ownerOf(caller) }
    const { id, repeated } = await submitEvaluation(caller.db, caller.team, submission)
    this.#failpoint('submit.stored')
    response.status(repeated ? 200 : 201).setHeader('location', `/v1/evaluations/${id}`)
    // Submission does not depend on the queue: the coordinator's sweep finds an evaluation nobody asked a round for.
    if (!repeated)
      void this.#rounds.ask(id, activeTraceparent()).catch((error: Error) => this.#logger.warn(error.message))
    this.#failpoint('submit.asked')
    return readView(caller, id)
  }

  @Get(':id')
  show(@Caller() caller: Caller, @Param('id', { schema: EvaluationId }) id: string): Promise<EvaluationView> {
    return readView(caller, id)
  }

  @Get(':id/live')
  async live(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const current = await readView(caller, id)
    if (hasEnded(current.status) && lastEventId === String(current.version)) {
      response.status(204).end()
      return
    }
    const ended = this.#streams.open(caller)
    response.on('close', () => ended.abort())
    const timer = setTimeout(() => ended.abort(), STREAM_MS * (0.9 + 0.2 * Math.random()))
    await sendLive(response, this.#live.frames(caller.team, id, ended.signal)).finally(() => clearTimeout(timer))
  }
}
