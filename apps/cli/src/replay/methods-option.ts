import { counted, countedOf, inNumber } from '@cges-fleet/core'
import { type ConfidenceSignal, MAX_BUDGET, METHOD_NAMES, type MethodSpec, parseMethodSpec } from '@cges-fleet/methods'
import { type RecordedSample, type Recording, shortOf } from '@cges-fleet/replay'
import { UsageError } from '../errors.js'
import { withUsualSettings } from '../evaluations/usual-settings.js'

interface MethodsContext {
  /** Called with each setting that was filled in. */
  readonly note?: (text: string) => void
  /** The signal for methods that name none. */
  readonly signal?: ConfidenceSignal | undefined
}

/**
 * Parses a list of methods, separated by semicolons or commas, given once or several times. A comma also separates a
 * method's parameters; it starts a new method only if a method's name follows it. Usual settings are filled in.
 */
export function splitMethods(
  lists: readonly string[],
  budget: number,
  { note = console.error, signal }: MethodsContext = {},
): MethodSpec[] {
  const texts = lists.flatMap(splitSemicolons).flatMap(splitCommas)
  if (texts.length === 0) throw new UsageError('--methods names no method; write it as --methods "sc;esc:window=4"')
  const context = { budget, ...(signal === undefined ? {} : { signal }) }
  const parsed = texts.map((text) =>
    parseMethodSpec(withUsualSettings(unlabelled(text, signal), note, context), budget),
  )
  const problems = parsed.flatMap((each) => (each.ok ? [] : [`--methods: ${each.problem}`]))
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return parsed.flatMap((each) => (each.ok ? [each.spec] : []))
}

/** Tables call the file's own confidence `mapped`, whatever signal it stands in for. */
function unlabelled(text: string, signal: ConfidenceSignal = 'lns-arith'): string {
  return text.replace(/\bconfidence=mapped\b/u, `confidence=${signal}`)
}

/** A semicolon also stands between the numbers of a pair, as in `map=-0.8;1.6`. */
function splitSemicolons(list: string): string[] {
  const methods: string[] = []
  for (const piece of list.split(';')) {
    const isRest = /^\s*[-+]?[.\d]/u.test(piece)
    if (isRest && methods.length > 0) methods.push(`${methods.pop() ?? ''};${piece}`)
    else methods.push(piece)
  }
  return methods
}

function splitCommas(list: string): string[] {
  const methods: string[] = []
  for (const piece of list.split(',')) {
    const name = /^\s*([a-z-]+)\s*(?:[:@]|$)/u.exec(piece)?.[1]
    const begins = methods.length === 0 || METHOD_NAMES.some((known) => known === name)
    if (begins) methods.push(piece)
    else methods.push(`${methods.pop() ?? ''},${piece}`)
  }
  return methods.filter((method) => method.trim() !== '')
}

const BY_PARTIALS = 'parallel-probe;margin-retained'

/** The budget of methods that name none: as asked, else what every question of the log has. */
export function logBudget(recordings: readonly Recording[], asked: number | undefined): number {
  if (asked === undefined) {
    return Math.max(1, Math.min(MAX_BUDGET, ...recordings.map(({ samples }) => samples.length)))
  }
  const short = shortOf(recordings, asked)
  if (short === null) return asked
  const remedy = short.fewest === 0 ? 'Leave it out' : `Set it to ${short.fewest} or less, or leave it out`
  throw new UsageError(`--budget is ${asked}, but ${short.text}. ${remedy}`)
}

/**
 * The methods to run if neither the caller nor the data name any: SC and its best-known rivals, CGES if every
 * answer has a confidence or a reward, and rules on partial answers if every sample has those.
 */
export function usualMethods(recordings: readonly Recording[], budget: number): MethodSpec[] {
  const single = recordings.find(({ samples }) => samples.length < 2)
  if (single !== undefined) {
    throw new UsageError(
      `question ${single.id} has ${counted(single.samples.length, 'sample')}, and a vote needs two or more. If each row is one sample, name the column of the question: --map id=…. To run methods anyway, name them with --methods`,
    )
  }
  const signal = usualSignal(recordings)
  const isProbed = recordings.every(({ samples }) => samples.every(({ partials }) => partials !== undefined))
  if (signal === null) noteLeftOut(recordings)
  return splitMethods(
    ['sc;esc;asc-beta', ...(signal === null ? [] : ['cges']), ...(isProbed ? [BY_PARTIALS] : [])],
    budget,
    { note: () => {}, signal: signal ?? undefined },
  )
}

/** The signal of methods that name none: that of log-probabilities if every answer has it, else of a reward model. */
export function usualSignal(recordings: readonly Recording[]): ConfidenceSignal | null {
  const answered = recordings.flatMap(({ samples }) => samples.filter(({ answer }) => answer !== null))
  const every = (has: (sample: RecordedSample) => boolean) => answered.length > 0 && answered.every(has)
  if (every(({ signals, confidence }) => confidence !== null || signals['lns-arith'] !== undefined)) return 'lns-arith'
  return every(isRewarded) ? 'rm' : null
}

function isRewarded({ signals, reward }: RecordedSample): boolean {
  return signals.rm !== undefined || reward !== null
}

/** Says why CGES is not run on a log of which only some answers have what it reads. */
function noteLeftOut(recordings: readonly Recording[]): void {
  const answered = recordings.flatMap(({ samples }) => samples.filter(({ answer }) => answer !== null))
  const lacking = (has: (sample: RecordedSample) => boolean) => answered.filter((sample) => !has(sample)).length
  const [bare, unrewarded] = [lacking(({ signals }) => signals['lns-arith'] !== undefined), lacking(isRewarded)]
  if (Math.min(bare, unrewarded) === answered.length) return
  const [count, what] = bare <= unrewarded ? [bare, 'log-probabilities'] : [unrewarded, 'reward']
  console.error(
    `note: CGES is not run: ${countedOf(count, answered.length, 'answer')} ${inNumber(count, 'has', 'have')} no ${what}`,
  )
}
