import { readFileSync } from 'node:fs'
import type { AnswerKind } from '@cges-fleet/answers'
import { LogReader, parseRecordingRow } from '@cges-fleet/formats'
import { type Recording, RecordingCollector } from '@cges-fleet/replay'

/** Reads a half of a recording as `cges replay` does. */
export function readHalf(file: string, kind: AnswerKind): Recording[] {
  const collector = new RecordingCollector(new LogReader({ kind, paper: false }))
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    if (!line.startsWith('{"question_id"')) continue
    const row = parseRecordingRow(line)
    if (row.ok && row.entry !== null) collector.add(row.entry)
  }
  return collector.recordings()
}
