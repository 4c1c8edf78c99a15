import { GRADING_VERSION } from '@cges-fleet/answers'
import type { Regrade } from '@cges-fleet/core'
import { GetRegrade, RequestRegrade } from '@cges-fleet/core/contract'
import { type RegradeRequest, requestRegrade, selectRegrade } from '@cges-fleet/db'
import { RoundQueue } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'
import { Controller } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { unknownEvaluation } from './evaluation-view.js'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'

/** Regrading ended evaluations. */
@Controller()
export class RegradeController {
  readonly #logger = logger('Regrade')

  constructor(private readonly rounds: RoundQueue) {}

  @Serves(RequestRegrade)
  async ask(@Caller() caller: Caller, @Input() input: Input<typeof RequestRegrade>): Promise<Regrade> {
    const { id } = input.path
    refuseRegrade(await requestRegrade(caller.db, caller.team, id, GRADING_VERSION), id, GRADING_VERSION)
    await this.rounds.ask(id).catch((error: Error) => this.#logger.warn(error.message))
    return this.show(caller, input)
  }

  @Serves(GetRegrade)
  async show(@Caller() { db, team }: Caller, @Input() { path: { id } }: Input<typeof GetRegrade>): Promise<Regrade> {
    const regrade = await selectRegrade(db, team, id)
    if (regrade === null) throw new Refusal('not_found', `Evaluation ${id} has not been regraded.`)
    return regrade
  }
}

/** Refuses a regrade that cannot be done, saying why. */
export function refuseRegrade(request: RegradeRequest, id: string, gradingVersion: number): void {
  switch (request.kind) {
    case 'asked':
      return
    case 'unknown':
      throw unknownEvaluation(id)
    case 'running':
      throw new Refusal('conflict', 'This evaluation is still running. Regrade it when it has ended.')
    case 'current':
      throw new Refusal('conflict', `The evaluation already has the newest grades (version ${gradingVersion}).`)
  }
}
