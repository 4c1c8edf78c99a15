import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import type { ApiClient } from '../api-client.js'
import { reportText, liveText } from '../report/evaluation-text.js'
import { LiveDisplay } from '../report/live-display.js'
import { liveLine } from '../report/live-line.js'
import { ProgressLine } from '../report/progress-line.js'

/** Shows an evaluation until it ends, then its table; returns its final status. */
export async function watchEvaluation(api: ApiClient, id: string): Promise<EvaluationView> {
  const display = new LiveDisplay(process.stdout, () => performance.now())
  const progress = new ProgressLine('deciding', performance.now() / 1000)
  let last: EvaluationView | undefined
  for await (const view of api.follow(id)) {
    last = view
    const { closed, blocked, total } = view.trials
    const line = progress.at(performance.now() / 1000, { done: closed + blocked, total, what: 'questions' })
    if (!hasEnded(view.status)) display.show([...liveText(view), '', line], liveLine(view))
  }
  display.clear()
  if (last === undefined) throw new Error(`evaluation ${id} told nothing`)
  console.log(reportText(last).join('\n'))
  return last
}
