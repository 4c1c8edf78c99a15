import { GRADING_VERSION } from '@cges-fleet/answers'
import type { Regrade } from '@cges-fleet/core'
import { ReadRegrade, RequestRegrade } from '@cges-fleet/core/contract'
import { readRegrade, requestRegrade } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Inject } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'
import { refuseRegrade } from './refuse-regrade.js'

/** Grading again what an ended evaluation drew. */
@Controller()
export class RegradeController {
  readonly #logger = logger('Regrade')

  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Serves(RequestRegrade)
  async ask(@Caller() caller: Caller, @Asked() asked: Asked<typeof RequestRegrade>): Promise<Regrade> {
    const { id } = asked.path
    const wanted = { id, gradingVersion: GRADING_VERSION }
    refuseRegrade(await requestRegrade(caller.db, caller.team, wanted), wanted)
    await this.parts.rounds.ask(id).catch((error: Error) => this.#logger.warn(error.message))
    return this.show(caller, asked)
  }

  @Serves(ReadRegrade)
  async show(@Caller() { db, team }: Caller, @Asked() { path: { id } }: Asked<typeof ReadRegrade>): Promise<Regrade> {
    const regrade = await readRegrade(db, team, id)
    if (regrade === null) throw new Refusal('not_found', `Evaluation ${id} was not graded again.`)
    return regrade
  }
}
