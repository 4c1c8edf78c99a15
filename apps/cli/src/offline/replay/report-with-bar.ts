import { type ReplayReport, replayReport } from '@cges-fleet/replay'
import { startProgress } from '../../report/start-progress.js'

/** Replays, and shows how far it is. */
export function reportWithBar(...[methods, recordings, options]: Parameters<typeof replayReport>): ReplayReport {
  const bar = startProgress('replaying')
  const onRun = (done: number, total: number) => bar.show({ done, total, what: 'runs' })
  const report = replayReport(methods, recordings, { ...options, onRun })
  bar.clear()
  return report
}
