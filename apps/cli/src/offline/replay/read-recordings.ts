import type { AnswerKind } from '@cges-fleet/core'
import { readTextFile } from '../../read-text-file.js'
import { UsageError } from '../../usage-error.js'
import { readRecording, type Recording } from './read-recording.js'

/** Reads files of recorded samples, one question a line, plain or gzipped; a malformed line is named by its number. */
export function readRecordings(files: readonly string[], kind: AnswerKind): Recording[] {
  const problems: string[] = []
  const recordings = files.flatMap((file) =>
    readTextFile(file)
      .split('\n')
      .flatMap((line, index) => {
        if (line.trim() === '') return []
        const read = readRecording(line, kind)
        if (read.ok) return [read.recording]
        problems.push(`${file}, line ${index + 1}: ${read.problem}`)
        return []
      }),
  )
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  if (recordings.length === 0) throw new UsageError(`${files.join(', ')}: no recorded samples`)
  return recordings
}
