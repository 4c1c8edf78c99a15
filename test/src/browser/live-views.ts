import { EvaluationView } from '@cges-fleet/core'

/** Collects the views in an evaluation's event stream, by version, until the stream ends by itself. */
export async function liveViews(evaluation: string): Promise<Map<number, EvaluationView>> {
  const views = new Map<number, EvaluationView>()
  const response = await fetch(`${evaluation}/live`, { headers: { accept: 'text/event-stream' } })
  for (const line of (await response.text()).split('\n')) {
    if (!line.startsWith('data: {"id"')) continue
    const view = EvaluationView.parse(JSON.parse(line.slice('data: '.length)))
    views.set(view.version, view)
  }
  return views
}
