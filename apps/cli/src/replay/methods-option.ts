import { DEFAULT_BUDGET, METHOD_NAMES, type MethodSpec, parseMethodSpec } from '@cges-fleet/methods'
import type { Recording } from '@cges-fleet/replay'
import { UsageError } from '../errors.js'
import { offerGamma } from '../evaluations/spec-file.js'

/**
 * Parses a list of methods, separated by semicolons or commas, given once or several times. A comma also separates a
 * method's parameters; it starts a new method only if a method's name follows it.
 */
export function splitMethods(lists: readonly string[], budget: number): MethodSpec[] {
  const texts = lists.flatMap(splitSemicolons).flatMap(splitCommas)
  if (texts.length === 0) throw new UsageError('--methods names no method; write it as --methods "sc;esc:window=4"')
  return texts.map((text) => {
    const parsed = parseMethodSpec(offerGamma(text, console.error), budget)
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

const BY_CONFIDENCE = 'cges:confidence=lns-arith,gamma=0.99'

/**
 * The methods to run if neither the caller nor the data name any: SC and its best-known rivals, and CGES if every
 * sample has a confidence; each with as many samples as every question has.
 */
export function usualMethods(recordings: readonly Recording[], budgetOption: number | undefined): MethodSpec[] {
  const least = Math.min(...recordings.map(({ samples }) => samples.length))
  if (least < 2) {
    throw new UsageError(
      'the data have but one sample of some question, and nothing to vote on there; --methods runs what you name anyway',
    )
  }
  const hasConfidence = recordings.every(({ samples }) => samples.every(isConfident))
  const budget = budgetOption ?? Math.min(least, DEFAULT_BUDGET)
  const byAnswers = `sc;esc:window=${budget < 8 ? 2 : 4};asc-beta`
  return splitMethods([hasConfidence ? `${byAnswers};${BY_CONFIDENCE}` : byAnswers], budget)
}

function isConfident({ signals, confidence }: Recording['samples'][number]): boolean {
  return confidence !== null || signals['lns-arith'] !== undefined
}
