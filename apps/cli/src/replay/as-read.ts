import { type Confidences, ConfidenceSignal } from '@cges-fleet/methods'
import {
  areWhole,
  grade,
  gradesProblem,
  type Grades,
  type RecordedSample,
  type Recording,
  type ValueMap,
  type ValueMaps,
  votesFor,
} from '@cges-fleet/replay'
import type { LogFlags } from '../logs/log-options.js'
import { openLog } from '../logs/open-log.js'
import { readingLines, recordedOption, stopAtFault } from '../logs/reading-report.js'
import { printable } from '../shell/printing.js'
import { loadRecordings } from './load-recordings.js'
import { sliced, type SliceFlags } from './slices.js'

interface Wanted {
  readonly model: string | null
  readonly grades: Grades
  readonly maps: ValueMaps
}

interface AsReadFlags extends LogFlags, SliceFlags {
  readonly first?: number
  readonly grades: Grades
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
}

/** Prints a log's samples as every command reads them, and as the Python package does by this. */
export async function printAsRead(files: readonly string[], flags: AsReadFlags): Promise<void> {
  const log = await openLog(files, flags)
  const { recordings, counts, warnings, model } = await loadRecordings(log, [], { first: flags.first, asRead: true })
  for (const warning of warnings) console.error(`warning: ${warning}`)
  for (const line of readingLines(counts, log.rules)) console.error(line)
  const believesLog = flags.grades === 'recorded'
  stopAtFault(log, counts, { anyway: flags.anyway === true, believesLog, byLog: recordedOption(recordings) })
  const maps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  const { kept } = sliced(recordings, flags)
  for (const line of asReadLines(kept, { model, grades: flags.grades, maps })) process.stdout.write(printable(line))
}

/**
 * Writes recordings as they were read, a line each that is a recording itself: every answer by the key it is counted
 * under, its grade, every confidence that a method can read, and the text.
 */
function* asReadLines(recordings: readonly Recording[], { model, grades, maps }: Wanted): Generator<string> {
  const isGraded = gradesProblem(recordings, grades) === null
  const isWhole = isGraded && areWhole({ recordings, grades })
  const signals = signalsOf(recordings, maps)
  for (const [at, recording] of recordings.entries()) {
    const { id, truth, difficulty, samples } = recording
    const line = {
      question_id: id,
      ...(model === null ? {} : { model }),
      ...(truth === null ? {} : { answer: truth }),
      ...(difficulty === null ? {} : { difficulty }),
      samples: samples.map((sample, place) => {
        const graded = isGraded ? grade(recording, sample.answer, grades) : null
        return {
          answer: sample.answer,
          ...(graded === null ? {} : { correct: isWhole ? graded === 1 : graded }),
          ...fieldsOf(sample),
          ...signals[at]?.[place],
        }
      }),
    }
    yield `${JSON.stringify(line)}\n`
  }
}

function fieldsOf({ source, tokens, status, partials }: RecordedSample): object {
  return {
    ...(source?.text == null ? {} : { text: source.text }),
    ...(tokens == null ? {} : { completion_tokens: tokens }),
    ...(status === undefined ? {} : { status }),
    ...(source?.tokenConfidences == null ? {} : { token_confidences: source.tokenConfidences }),
    ...(partials === undefined
      ? {}
      : {
          partials: partials.map(({ tokens: after, answer, probeTokens }) => ({
            tokens: after,
            answer,
            ...(probeTokens === undefined ? {} : { probe_tokens: probeTokens }),
          })),
        }),
  }
}

/** Each sample's confidences by every signal that methods can read in this log. */
function signalsOf(
  recordings: readonly Recording[],
  maps: ValueMaps,
): readonly (readonly { readonly confidence?: Confidences }[])[] {
  const pools = ConfidenceSignal.options.flatMap((confidence) => {
    const spec = { method: 'cisc', confidence, temperature: 1, budget: 1 } as const
    const found = votesFor(spec, recordings, { ...maps, asDrawn: true })
    return found.ok && found.source !== null ? [found.pools] : []
  })
  return recordings.map(({ samples }, at) =>
    samples.map((_, place) => {
      const confidence = Object.assign({}, ...pools.map((pool) => pool[at]?.[place]?.confidences)) as Confidences
      return Object.keys(confidence).length === 0 ? {} : { confidence }
    }),
  )
}
