import { counted } from '@cges-fleet/core'
import { type OtherReading, otherReadings, readingFault, type ReadingFigures } from '@cges-fleet/formats'
import { percentOf } from './percent-of.js'
import { textNote } from './text-note.js'
import { UsageError } from '../usage-error.js'
import type { OpenLog } from './open-log.js'

export interface FaultOptions {
  readonly anyway: boolean
  /** Whether the log's own grades count instead of ours. */
  readonly believesLog?: boolean
  /** Whether the answers are known to match an evaluation's. */
  readonly isVerified?: boolean
  /** Another remedy the command offers. */
  readonly hint?: string
}

const MOST_SHOWN = 3

/**
 * Throws a `UsageError` if a log's answers were extracted badly, with the options that would do better and their
 * results on its first rows; with `anyway` it only warns.
 */
export function stopAtFault(log: OpenLog, figures: ReadingFigures, options: FaultOptions): void {
  const fault = readingFault(figures, options)
  const note = fault === null ? textNote(log) : null
  if (note !== null) console.error(`warning: ${note}`)
  if (fault === null) return
  if (options.anyway) return console.error(`warning: ${fault} (--anyway)`)
  const others = otherReadings(log.rows, log.rules)
    .filter((each) => log.description === null || !each.options.includes('--kind'))
    .slice(0, MOST_SHOWN)
  const first = others[0]
  const tried = log.rows.reduce((sum, { samples }) => sum + samples.length, 0)
  const found =
    first === undefined
      ? ['no other --answers or --kind reads it better']
      : [
          `${first.isLikely ? 'likely' : 'better, though not enough'}: ${first.options}; tried on the first ${counted(tried, 'sample')}:`,
          ...others.map(line),
        ]
  const hints = options.hint === undefined ? [] : [options.hint]
  throw new UsageError([`stopped: ${fault}`, ...found, ...hints, '--anyway goes on as it is'].join('\n  '))
}

function line({ options, figures }: OtherReading): string {
  const { samples, unread, gradable, right, graded, agreed, gradedRight, logRight } = figures
  const grades =
    graded === 0
      ? `${percentOf(right, gradable)} right`
      : `agreement ${percentOf(agreed, graded)}, ${percentOf(gradedRight, graded)} right beside the log’s ${percentOf(logRight, graded)}`
  return `  ${options}: ${grades}, nothing read in ${percentOf(unread, samples)}`
}
