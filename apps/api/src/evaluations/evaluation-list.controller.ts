import type { EvaluationDraft, EvaluationPage, EvaluationView, LabelsInUse } from '@cges-fleet/core'
import {
  ExportEvaluations,
  LabelEvaluation,
  ListEvaluations,
  GetLabels,
  GetSpec,
  PrioritizeEvaluation,
} from '@cges-fleet/core/contract'
import { labelEvaluation, prioritizeEvaluation, selectLabelsInUse } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { sendFile } from '../http/send-file.js'
import type { HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { WhyItWaits } from '../pools/shares.js'
import { listExport, listPage, resolveOwner } from './evaluation-list.js'
import { loadSpec } from './submission.js'
import { loadView, unknownEvaluation } from './evaluation-view.js'
import { SharedReads } from '../http/shared-reads.js'

/** A team's evaluations as a list, with their tags and notes. */
@Controller()
export class EvaluationListController {
  readonly #logger = logger('Evaluations')
  readonly #pages = new SharedReads<EvaluationPage>()

  constructor(private readonly waits: WhyItWaits) {}

  @Serves(ListEvaluations)
  list(@Caller() caller: Caller, @Input() { query }: Input<typeof ListEvaluations>): Promise<EvaluationPage> {
    const wanted = resolveOwner(query, caller)
    const key = `${caller.team}/${JSON.stringify(wanted)}`
    return this.#pages.read(key, () => listPage({ ...caller, waits: this.waits }, wanted))
  }

  @Serves(GetLabels)
  labels(@Caller() { db, team }: Caller): Promise<LabelsInUse> {
    return selectLabelsInUse(db, team)
  }

  @Serves(ExportEvaluations)
  async export(
    @Caller() caller: Caller,
    @Input() { path: { file }, query }: Input<typeof ExportEvaluations>,
    @Res() response: HttpResponse,
  ): Promise<void> {
    await sendFile(
      response,
      { name: file, pieces: listExport({ ...caller, waits: this.waits }, file, resolveOwner(query, caller)) },
      this.#logger,
    )
  }

  @Serves(LabelEvaluation)
  async label(
    @Caller() caller: Caller,
    @Input() { path: { id }, body }: Input<typeof LabelEvaluation>,
  ): Promise<EvaluationView> {
    if (!(await labelEvaluation(caller.db, caller.team, { id, ...body }))) throw unknownEvaluation(id)
    return loadView(caller, id)
  }

  @Serves(PrioritizeEvaluation)
  async prioritize(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: { priority } }: Input<typeof PrioritizeEvaluation>,
  ): Promise<EvaluationView> {
    const { db, team, actor } = caller
    if (!(await prioritizeEvaluation(db, team, priority, { id, actor }))) throw unknownEvaluation(id)
    return loadView(caller, id)
  }

  @Serves(GetSpec)
  spec(@Caller() caller: Caller, @Input() { path: { id } }: Input<typeof GetSpec>): Promise<EvaluationDraft> {
    return loadSpec(caller, id)
  }
}
