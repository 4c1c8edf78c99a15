import {
  descriptionProblem,
  loadLogs,
  LogCensus,
  type LogItem,
  LogReader,
  type OpenLog,
  type ReadingCounts,
} from '@cges-fleet/formats'
import { counted } from '@cges-fleet/core'
import { type MethodSpec, readsWindow } from '@cges-fleet/methods'
import { type Recording, RecordingCollector } from '@cges-fleet/replay'
import { UsageError } from '../errors.js'
import { startProgress } from '../shell/progress.js'

/** Different problems reported before giving up, and lines with the same one. */
const MAX_PROBLEMS = 20
const MAX_PLACES = 20

function problemLine([problem, [first, ...others]]: readonly [string, readonly string[]]): string {
  if (others.length === 0) return `${first}: ${problem}`
  const many = others.length + 1 >= MAX_PLACES ? 'at least ' : ''
  return `${first}: ${problem}\n  the same on ${many}${counted(others.length, 'other line')}`
}

export interface LoadedRecordings {
  readonly recordings: Recording[]
  readonly counts: ReadingCounts
  readonly warnings: readonly string[]
  /** The one model that the log names; null if it names several or none. */
  readonly model: string | null
  /** Why its figures mean nothing, to be said beside them; null if nothing speaks against them. */
  readonly doubt: string | null
}

/** How much of a log to take: of each question the `first` samples; as it is even if a rule ended questions early. */
interface Taken {
  readonly first?: number | undefined
  readonly asRead?: boolean
}

/**
 * Loads logs of any known format as recordings, with what to know about them; names malformed rows by file and line. If
 * a rule ended questions early while the log was made, as many first samples are taken as every question has: which
 * others there are depends on their answers, so they are no random draw.
 */
export async function loadRecordings(
  { files, reading, rules, description }: OpenLog,
  methods: readonly MethodSpec[] = [],
  { first = Infinity, asRead = false }: Taken = {},
): Promise<LoadedRecordings> {
  const census = new LogCensus(rules, reading.isKnown)
  const reader = new LogReader(rules)
  const collector = new RecordingCollector(
    reader,
    description,
    methods.flatMap((spec) => readsWindow(spec) ?? []),
    asRead,
  )
  const problemOf = (item: Exclude<LogItem, { kind: 'passed over' }>): string | null => {
    if (item.kind === 'problem') return item.problem
    if (item.kind === 'description') return descriptionProblem(item, description)
    return census.add(item.entry, item.place) ?? collector.add(item.entry)
  }
  const problems = new Map<string, string[]>()
  const bar = startProgress('reading')
  const total = process.stderr.isTTY ? files.reduce((sum, file) => sum + file.textSize, 0) : 0
  let done = 0
  for await (const item of loadLogs(files, { ...reading, onBytes: (more) => (done += more) })) {
    if (item.kind === 'passed over') {
      census.pass(item.why)
      continue
    }
    const problem = problemOf(item)
    if (problem !== null) problems.set(problem, [...(problems.get(problem) ?? []), item.place])
    if ((problems.get(problem ?? '')?.length ?? 0) >= MAX_PLACES || problems.size >= MAX_PROBLEMS) break
    bar.show({ done, total, count: census.samples, what: 'samples' })
  }
  bar.clear()
  if (problems.size > 0) throw new UsageError([...problems].map(problemLine).join('\n'))
  const all = nonEmpty(collector.recordings(), files)
  const { most, warning } = cutOf(all, { first, isStopped: census.isStopped, isAsRead: asRead || description !== null })
  const recordings = all.map((recording) => ({ ...recording, samples: recording.samples.slice(0, most) }))
  const warnings = [...census.warnings(), ...warning]
  return { recordings, counts: reader.counts, warnings, model: census.onlyModel, doubt: census.doubt }
}

function nonEmpty(all: Recording[], files: OpenLog['files']): Recording[] {
  if (all.length > 0) return all
  throw new UsageError(`${files.map(({ name }) => name).join(', ')}: no recorded samples`)
}

interface Cut {
  readonly first: number
  readonly isStopped: boolean
  readonly isAsRead: boolean
}

/** How many samples of each question to take, and what to say of that. */
function cutOf(all: readonly Recording[], { first, isStopped, isAsRead }: Cut) {
  const sizes = all.map(({ samples }) => Math.min(first, samples.length))
  const fewest = Math.min(...sizes)
  if (isAsRead || fewest === 0 || (!isStopped && fewest === Math.max(...sizes))) return { most: first, warning: [] }
  return { most: isStopped ? fewest : first, warning: [cutWarning(fewest, isStopped)] }
}

function cutWarning(fewest: number, isStopped: boolean): string {
  return isStopped
    ? `methods are compared on the first ${counted(fewest, 'sample')} of each question, which the rule did not choose. To see what it saves, replay a log made without it`
    : `if a rule ended the shorter questions early, add --first ${fewest}: their samples agree more often than a random draw, which favours every early stop`
}
