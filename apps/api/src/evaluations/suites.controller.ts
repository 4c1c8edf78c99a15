import { type SubmittedSuite, type SuiteList, SUITES_OF_PAGE } from '@cges-fleet/core'
import { ListSuites, SubmitSuite } from '@cges-fleet/core/contract'
import { selectSuites } from '@cges-fleet/db'
import { RoundQueue } from '@cges-fleet/queue'
import { activeTraceparent, logger } from '@cges-fleet/telemetry'
import { Controller, Res } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import type { HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { submitSuite } from './submission.js'

/** Suites: evaluations that make one table. */
@Controller()
export class SuitesController {
  readonly #logger = logger('Suites')

  constructor(private readonly rounds: RoundQueue) {}

  @Serves(SubmitSuite)
  async submit(
    @Caller() caller: Caller,
    @Input() { body: spec, headers }: Input<typeof SubmitSuite>,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<SubmittedSuite> {
    const submission = { spec, idempotencyKey: headers['Idempotency-Key'] ?? null, owner: ownerOf(caller) }
    const { evaluations, repeated } = await submitSuite(caller.db, caller.team, submission)
    response.status(repeated ? 200 : 201)
    // The coordinator's sweep finds evaluations that no round was requested for.
    for (const { id } of repeated ? [] : evaluations)
      void this.rounds.ask(id, activeTraceparent()).catch((error: Error) => this.#logger.warn(error.message))
    return { suite: spec.suite, evaluations }
  }

  @Serves(ListSuites)
  list(@Caller() { db, team }: Caller, @Input() { query: { after } }: Input<typeof ListSuites>): Promise<SuiteList> {
    return selectSuites(db, team, SUITES_OF_PAGE, after ?? null)
  }
}
