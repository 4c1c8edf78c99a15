import { type EventList, type EvaluationStatus, type EvaluationView, statusWord } from '@cges-fleet/core'
import {
  CancelEvaluation,
  CloneEvaluation,
  ExtendEvaluation,
  ListEvents,
  pathOf,
  PauseEvaluation,
  GetEvaluation,
  ResumeEvaluation,
  RetryEvaluation,
} from '@cges-fleet/core/contract'
import { cancelEvaluation, listEvents, pauseEvaluation, resumeEvaluation, retryEvaluation } from '@cges-fleet/db'
import { RoundQueue } from '@cges-fleet/queue'
import { activeTraceparent, logger } from '@cges-fleet/telemetry'
import { Controller, Res } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import type { HttpResponse } from '../http/request.js'
import { Refusal } from '../http/refusal.js'
import { cloneEvaluation } from './submission.js'
import { Input, Serves } from '../http/serves.js'
import { extendWithin } from './extension.js'
import { loadView, unknownEvaluation } from './evaluation-view.js'

interface Moved {
  readonly id: string
  readonly status: EvaluationStatus | null
  readonly to: readonly EvaluationStatus[]
  readonly refusal: string
}

/** Commands on a submitted evaluation; all are idempotent. */
@Controller()
export class LifecycleController {
  readonly #logger = logger('Evaluations')

  constructor(private readonly rounds: RoundQueue) {}

  @Serves(ListEvents)
  async events(@Caller() caller: Caller, @Input() { path: { id } }: Input<typeof ListEvents>): Promise<EventList> {
    const events = await listEvents(caller.db, caller.team, { id })
    if (events.length === 0) throw unknownEvaluation(id)
    return { events }
  }

  @Serves(PauseEvaluation)
  async pause(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: { reason, stopCalls: stopsCalls } }: Input<typeof PauseEvaluation>,
  ): Promise<EvaluationView> {
    const status = await pauseEvaluation(caller.db, caller.team, id, { reason, stopsCalls, actor: caller.actor })
    return this.#moved(caller, {
      id,
      status,
      to: ['paused'],
      refusal: 'only a running evaluation can be paused',
    })
  }

  @Serves(ResumeEvaluation)
  async resume(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: { reason } }: Input<typeof ResumeEvaluation>,
  ): Promise<EvaluationView> {
    const status = await resumeEvaluation(caller.db, caller.team, id, { reason, actor: caller.actor })
    return this.#moved(caller, {
      id,
      status,
      to: ['running'],
      refusal: 'only a paused evaluation can be resumed. Use extend to continue this one',
    })
  }

  @Serves(CancelEvaluation)
  async cancel(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: { reason } }: Input<typeof CancelEvaluation>,
  ): Promise<EvaluationView> {
    const status = await cancelEvaluation(caller.db, caller.team, id, { reason, actor: caller.actor })
    if (status === null) throw unknownEvaluation(id)
    return loadView(caller, id)
  }

  @Serves(ExtendEvaluation)
  async extend(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: extension }: Input<typeof ExtendEvaluation>,
  ): Promise<EvaluationView> {
    await extendWithin(caller, id, extension)
    this.#askRound(id)
    return loadView(caller, id)
  }

  @Serves(RetryEvaluation)
  async retry(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: { reason } }: Input<typeof RetryEvaluation>,
  ): Promise<EvaluationView> {
    const retried = await retryEvaluation(caller.db, caller.team, id, { reason, actor: caller.actor })
    if (retried === null) throw unknownEvaluation(id)
    if (retried.kind === 'refused') {
      throw new Refusal('conflict', `The evaluation is ${statusWord(retried.status)}: extend it first, or clone it.`)
    }
    this.#askRound(id)
    return loadView(caller, id)
  }

  @Serves(CloneEvaluation)
  async clone(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: changes, headers }: Input<typeof CloneEvaluation>,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<EvaluationView> {
    const idempotencyKey = headers['Idempotency-Key'] ?? null
    const cloned = await cloneEvaluation(caller.db, caller.team, {
      id,
      changes,
      idempotencyKey,
      owner: ownerOf(caller),
    })
    response
      .status(cloned.repeated ? 200 : 201)
      .setHeader('location', pathOf(GetEvaluation, { path: { id: cloned.id } }))
    if (!cloned.repeated) this.#askRound(cloned.id)
    return loadView(caller, cloned.id)
  }

  async #moved(caller: Caller, { id, status, to, refusal }: Moved): Promise<EvaluationView> {
    if (status === null) throw unknownEvaluation(id)
    if (!to.includes(status)) throw new Refusal('conflict', `The evaluation is ${statusWord(status)}: ${refusal}.`)
    if (status === 'running') this.#askRound(id)
    return loadView(caller, id)
  }

  /** If the queue is down, the coordinator's sweep finds the evaluation. */
  #askRound(id: string): void {
    void this.rounds.ask(id, activeTraceparent()).catch((error: Error) => this.#logger.warn(error.message))
  }
}
