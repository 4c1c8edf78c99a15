import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import { FollowEvaluation, pathOf, GetEvaluation, SubmitEvaluation } from '@cges-fleet/core/contract'
import { selectEvaluationVersion } from '@cges-fleet/db'
import { type Failpoint, RoundQueue } from '@cges-fleet/queue'
import { activeTraceparent, logger } from '@cges-fleet/telemetry'
import { Controller, Inject, Res } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import { OpenStreams } from '../access/open-streams.js'
import type { HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { FAILPOINT } from '../tokens.js'
import { LiveEvaluations, sendLive } from './live-evaluations.js'
import { loadView, unknownEvaluation } from './evaluation-view.js'
import { submitEvaluation } from './submission.js'

/** Streams end after this long, so that a rolling deployment moves them and permissions are checked again. */
const STREAM_MS = 15 * 60_000

@Controller()
export class EvaluationsController {
  readonly #logger = logger('Evaluations')

  constructor(
    private readonly rounds: RoundQueue,
    private readonly streams: OpenStreams,
    private readonly live: LiveEvaluations,
    @Inject(FAILPOINT) private readonly failpoint: Failpoint,
  ) {}

  @Serves(SubmitEvaluation)
  async submit(
    @Caller() caller: Caller,
    @Input() { body: spec, headers }: Input<typeof SubmitEvaluation>,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<EvaluationView> {
    this.failpoint('submit.received')
    const submission = { spec, idempotencyKey: headers['Idempotency-Key'] ?? null, owner: ownerOf(caller) }
    const { id, repeated } = await submitEvaluation(caller.db, caller.team, submission)
    this.failpoint('submit.stored')
    response.status(repeated ? 200 : 201).setHeader('location', pathOf(GetEvaluation, { path: { id } }))
    // Submission does not depend on the queue: the coordinator's sweep finds evaluations that no round was requested
    // for.
    if (!repeated)
      void this.rounds.ask(id, activeTraceparent()).catch((error: Error) => this.#logger.warn(error.message))
    this.failpoint('submit.asked')
    return loadView(caller, id)
  }

  @Serves(GetEvaluation)
  async show(@Caller() { team }: Caller, @Input() { path }: Input<typeof GetEvaluation>): Promise<EvaluationView> {
    const view = await this.live.read(team, path.id)
    if (view === null) throw unknownEvaluation(path.id)
    return view
  }

  @Serves(FollowEvaluation)
  async follow(
    @Caller() caller: Caller,
    @Input() { path: { id }, headers }: Input<typeof FollowEvaluation>,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const current = await selectEvaluationVersion(caller.db, caller.team, id)
    if (current === null) throw unknownEvaluation(id)
    if (hasEnded(current.status) && headers['Last-Event-ID'] === String(current.version)) {
      response.status(204).end()
      return
    }
    const ended = this.streams.open(caller)
    response.on('close', () => ended.abort())
    const timer = setTimeout(() => ended.abort(), STREAM_MS * (0.9 + 0.2 * Math.random()))
    await sendLive(response, this.live.frames(caller.team, id, ended.signal)).finally(() => clearTimeout(timer))
  }
}
