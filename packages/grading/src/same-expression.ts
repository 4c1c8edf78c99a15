import { partsOfKey } from './parts-of-key.js'
import { sameFunction } from './same-function.js'

/** Keys longer than this are compared as they are written. */
const LONGEST = 2000
const MOST_PARTS = 24

/**
 * Tells whether two keys of mathematics are the same thing: one function of their variables (`sameFunction`), or a tuple,
 * interval, matrix or equation of the same parts in the same order, or a set or union of the same in any.
 */
export async function sameExpression(key: string, other: string): Promise<boolean> {
  if (key === other) return true
  if (key.length > LONGEST || other.length > LONGEST) return false
  const [one, two] = [partsOfKey(key), partsOfKey(other)]
  if (one === null && two === null) return sameFunction(key, other)
  if (one?.shape !== two?.shape || one === null || two === null) return false
  if (Math.max(one.parts.length, two.parts.length) > MOST_PARTS) return false
  if (!one.anyOrder) return sameLists(one.parts, two.parts)
  return (await isWithin(one.parts, two.parts)) && (await isWithin(two.parts, one.parts))
}

async function sameLists(one: readonly string[], two: readonly string[]): Promise<boolean> {
  if (one.length !== two.length) return false
  for (const [place, part] of one.entries()) {
    if (!(await sameExpression(part, two[place] ?? ''))) return false
  }
  return true
}

async function isWithin(one: readonly string[], two: readonly string[]): Promise<boolean> {
  for (const part of one) {
    if (!(await isAmong(part, two))) return false
  }
  return true
}

async function isAmong(part: string, parts: readonly string[]): Promise<boolean> {
  for (const other of parts) {
    if (await sameExpression(part, other)) return true
  }
  return false
}
