import { LogCensus } from '@cges-fleet/core'
import { type LogReading, readLogs } from '../../logs/read-log.js'
import { UsageError } from '../../usage-error.js'
import type { Recording } from './recording.js'
import { type Recorded, RecordingCollector } from './recording-collector.js'

/** Problems told before reading is given up. */
const MAX_PROBLEMS = 20

/** Reads logs of any known format as recordings, with what to know about them; malformed rows are named by file and line. */
export async function readRecordings(
  files: readonly string[],
  wanted: Recorded & { readonly reading: LogReading },
): Promise<{ readonly recordings: Recording[]; readonly warnings: readonly string[] }> {
  const census = new LogCensus()
  const collector = new RecordingCollector(wanted)
  const problems: string[] = []
  for await (const item of readLogs(files, wanted.reading)) {
    if (item.kind === 'passed over') {
      census.pass(item.why)
      continue
    }
    const problem = item.kind === 'problem' ? item.problem : (census.add(item.entry) ?? collector.add(item.entry))
    if (problem !== null) problems.push(`${item.place}: ${problem}`)
    if (problems.length >= MAX_PROBLEMS) break
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  const recordings = collector.recordings()
  if (recordings.length === 0) throw new UsageError(`${files.join(', ')}: no recorded samples`)
  return { recordings, warnings: census.warnings() }
}
