import { lastBox } from './last-box.js'
import { lastOf } from './last-of.js'

const TAG =
  /<(?:final[_ -]?)?(?:answer|ans|choice|option)>([^<]{1,4000})<\/(?:final[_ -]?)?(?:answer|ans|choice|option)>/giu
const LONGEST_LINE = 400

export interface MarkedAnswer {
  readonly raw: string
  /** Whether it is enclosed; a line after `####` may be a heading. */
  readonly isEnclosed: boolean
}

/**
 * The answers a response marks: the last box that holds anything, else `<answer>…</answer>` or `<final_answer>…`, else
 * the line after `####`.
 */
export function markedAnswers(text: string): MarkedAnswer[] {
  const tag = lastOf(text.matchAll(TAG), 1)[0]?.[1]?.trim()
  const enclosed = [lastBox(text), tag ?? null].map((raw) => ({ raw, isEnclosed: true }))
  return [...enclosed, { raw: afterHashes(text), isEnclosed: false }].flatMap(({ raw, isEnclosed }) =>
    raw === null || raw === '' ? [] : [{ raw, isEnclosed }],
  )
}

function afterHashes(text: string): string | null {
  // Searched from the start first, which is many times faster.
  if (!text.includes('####')) return null
  const start = text.lastIndexOf('####') + '####'.length
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd < 0 ? text.length : lineEnd
  return end - start > LONGEST_LINE ? null : text.slice(start, end).trim()
}
