import type { EvaluationView } from '@cges-fleet/core'
import { ExportEvaluation } from '@cges-fleet/core/contract'
import { type ExportPlace, selectExportPage, selectSampleText, selectVoteRules, type StoredTrial } from '@cges-fleet/db'
import { type ExportedTrial, exportPath } from '@cges-fleet/formats'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Module, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { EvaluationsModule } from '../evaluations/evaluations.module.js'
import { LiveEvaluations } from '../evaluations/live-evaluations.js'
import { unknownEvaluation } from '../evaluations/evaluation-view.js'
import { refuseField } from '../http/refusal.js'
import type { HttpResponse } from '../http/request.js'
import { sendFile } from '../http/send-file.js'
import { Input, Serves } from '../http/serves.js'
import { TextPlaces, writeExport } from './export-file.js'

/** An evaluation as files that other programs read, streamed page by page. */
@Controller()
export class ExportsController {
  readonly #logger = logger('Exports')

  constructor(private readonly live: LiveEvaluations) {}

  @Serves(ExportEvaluation)
  async export(
    @Caller() caller: Caller,
    @Input() { path: { id, file }, query: { method, examples } }: Input<typeof ExportEvaluation>,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const view = await this.live.read(caller.team, id)
    if (view === null) throw unknownEvaluation(id)
    const texts = new TextPlaces(({ trialId, index }) => selectSampleText(caller.db, trialId, index))
    const source = {
      view,
      rules: await selectVoteRules(caller.db, caller.team, id),
      methodKey: methodKeyOf(view, method),
      trials: (withTexts: boolean) =>
        trialsOf({ caller, view, texts }, { texts: withTexts, examples: examples === '1' }),
    }
    const name = exportPath(file, view).split('/').at(-1) ?? file
    await sendFile(response, { name, pieces: filled(writeExport(file, source), texts) }, this.#logger)
  }
}

function methodKeyOf({ methods }: EvaluationView, wanted: string | undefined): string {
  const [first] = methods
  const found = wanted === undefined ? first : methods.find(({ key, label }) => key === wanted || label === wanted)
  if (found === undefined) {
    throw refuseField(
      'method',
      `must be one of this evaluation’s methods: ${methods.map(({ label }) => label).join('; ')}`,
    )
  }
  return found.key
}

interface Exporting {
  readonly caller: Caller
  readonly view: EvaluationView
  readonly texts: TextPlaces
}

async function* trialsOf(
  { caller: { db, team }, view, texts }: Exporting,
  wanted: { readonly texts: boolean; readonly examples: boolean },
): AsyncGenerator<ExportedTrial> {
  const samplesPerTrial = Math.max(...view.methods.map(({ spec }) => spec.budget))
  let after: ExportPlace | null = null
  for (;;) {
    const page: StoredTrial[] = await selectExportPage(db, team, {
      evaluationId: view.id,
      after,
      samplesPerTrial,
      ...wanted,
    })
    const last = page.at(-1)
    if (last === undefined) return
    for (const trial of page) yield texts.held(trial)
    after = last
  }
}

async function* filled(pieces: AsyncIterable<string>, texts: TextPlaces): AsyncGenerator<string> {
  for await (const piece of pieces) yield* texts.filled(piece)
}

/** Evaluations as files that other programs read. */
@Module({ imports: [EvaluationsModule], controllers: [ExportsController] })
export class ExportsModule {}
