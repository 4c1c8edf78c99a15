import { counted } from '@cges-fleet/core'
import { DEFAULT_BUDGET, METHOD_NAMES, type MethodSpec, parseMethodSpec } from '@cges-fleet/methods'
import { type Recording, shortOf } from '@cges-fleet/replay'
import { UsageError } from '../errors.js'
import { offerGamma } from '../evaluations/spec-file.js'

/**
 * Parses a list of methods, separated by semicolons or commas, given once or several times. A comma also separates a
 * method's parameters; it starts a new method only if a method's name follows it.
 */
export function splitMethods(
  lists: readonly string[],
  budget: number,
  note: (text: string) => void = console.error,
): MethodSpec[] {
  const texts = lists.flatMap(splitSemicolons).flatMap(splitCommas)
  if (texts.length === 0) throw new UsageError('--methods names no method; write it as --methods "sc;esc:window=4"')
  return texts.map((text) => {
    const parsed = parseMethodSpec(offerGamma(text, note), budget)
    if (!parsed.ok) throw new UsageError(`--methods: ${parsed.problem}`)
    return parsed.spec
  })
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
const BY_CONFIDENCE = 'cges:confidence=lns-arith,gamma=0.99'

/** The budget of methods that name none: as asked, else what every question of the log has, at most the usual one. */
export function logBudget(recordings: readonly Recording[], asked: number | undefined): number {
  if (asked === undefined) {
    return Math.max(1, Math.min(DEFAULT_BUDGET, ...recordings.map(({ samples }) => samples.length)))
  }
  const short = shortOf(recordings, asked)
  if (short === null) return asked
  const remedy = short.fewest === 0 ? 'Leave it out' : `Set it to ${short.fewest} or less, or leave it out`
  throw new UsageError(`--budget is ${asked}, but ${short.text}. ${remedy}`)
}

/**
 * The methods to run if neither the caller nor the data name any: SC and its best-known rivals, CGES if every
 * sample has a confidence, and rules on partial answers if every sample has those.
 */
export function usualMethods(recordings: readonly Recording[], budget: number): MethodSpec[] {
  const single = recordings.find(({ samples }) => samples.length < 2)
  if (single !== undefined) {
    throw new UsageError(
      `question ${single.id} has ${counted(single.samples.length, 'sample')}, and a vote needs two or more. To run methods anyway, name them with --methods`,
    )
  }
  const hasConfidence = recordings.every(({ samples }) => samples.every(isConfident))
  const isProbed = recordings.every(({ samples }) => samples.every(({ partials }) => partials !== undefined))
  const byAnswers = `sc;esc:window=${budget < 8 ? 2 : 4};asc-beta`
  return splitMethods(
    [byAnswers, ...(hasConfidence ? [BY_CONFIDENCE] : []), ...(isProbed ? [BY_PARTIALS] : [])],
    budget,
  )
}

function isConfident({ signals, confidence }: Recording['samples'][number]): boolean {
  return confidence !== null || signals['lns-arith'] !== undefined
}
