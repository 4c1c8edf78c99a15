import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import type { ApiClient } from '../api-client.js'
import { liveText, progressLine, reportText } from '../report/evaluation-text.js'
import { LiveDisplay } from '../report/live-display.js'

/** Shows an evaluation until it ends, then its table; returns what it ended as. */
export async function watchEvaluation(api: ApiClient, id: string): Promise<EvaluationView> {
  const display = new LiveDisplay(process.stdout, () => performance.now())
  let last: EvaluationView | undefined
  for await (const view of api.follow(id)) {
    last = view
    if (!hasEnded(view.status)) display.show(liveText(view), `${view.name} · interim · ${progressLine(view)}`)
  }
  display.clear()
  if (last === undefined) throw new Error(`evaluation ${id} told nothing`)
  console.log(reportText(last).join('\n'))
  return last
}
