import type { EvaluationView } from '@cges-fleet/core'
import type { ApiClient } from '../api-client.js'
import { ProgressBar } from '../report/progress-bar.js'

/** Waits until the coordinator has decided every trial of an import, and shows how far it is. */
export async function followDecisions(api: ApiClient, id: string): Promise<EvaluationView> {
  const bar = new ProgressBar('deciding ', process.stderr, () => performance.now())
  let last: EvaluationView | undefined
  let before: number | undefined
  for await (const view of api.follow(id)) {
    last = view
    const { closed, blocked, total } = view.trials
    before ??= closed + blocked
    bar.show({ done: closed + blocked, total, count: closed + blocked - before, what: 'questions' })
  }
  bar.clear()
  if (last === undefined) throw new Error(`evaluation ${id} told nothing`)
  return last
}
