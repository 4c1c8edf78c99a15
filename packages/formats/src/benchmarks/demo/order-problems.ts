import type { SeededRandom } from '@cges-fleet/methods'
import { type Family, FIRST_NAMES } from './template.js'

type Clue = { readonly text: string; readonly holds: (line: readonly string[]) => boolean }

const PLACES = ['first', 'second', 'third', 'fourth', 'last'] as const

/** Puzzles about positions in a line; clues are added until one order alone satisfies them. */
export const ordering: Family = {
  name: 'ordering',
  difficulty: 0.45,
  write: (random) => {
    const line = random.shuffle(FIRST_NAMES).slice(0, 5)
    const clues = decisiveClues(line, random)
    const target = random.int(0, 4)
    const place = target === 4 ? 'stands last' : `is the ${PLACES[target]} in the line`
    const known = random.shuffle(line)
    const question =
      `${known.slice(0, 4).join(', ')} and ${known[4]} stand in a line of five. ` +
      `${clues.map(({ text }) => text).join(' ')} Who ${place}? Answer with the name.`
    return { question, answer: line[target] ?? '', slips: random.shuffle(line) }
  },
}

function decisiveClues(line: readonly string[], random: SeededRandom): Clue[] {
  const orders = permutations(line)
  const isDecisive = (clues: readonly Clue[]): boolean =>
    orders.filter((row) => clues.every(({ holds }) => holds(row))).length === 1
  let clues: Clue[] = []
  while (!isDecisive(clues)) clues.push(trueClue(line, random))
  for (const clue of clues) {
    const others = clues.filter((other) => other !== clue)
    if (isDecisive(others)) clues = others
  }
  return clues
}

function trueClue(line: readonly string[], random: SeededRandom): Clue {
  const from = random.int(0, 3)
  const near = line[from] ?? ''
  const far = line[random.int(from + 1, 4)] ?? ''
  const gap = line.indexOf(far) - from
  switch (random.int(0, 3)) {
    case 0:
      return { text: `${near} stands somewhere ahead of ${far}.`, holds: (row) => row.indexOf(near) < row.indexOf(far) }
    case 1:
      if (gap === 1) {
        return {
          text: `${far} stands directly behind ${near}.`,
          holds: (row) => row.indexOf(far) === row.indexOf(near) + 1,
        }
      }
      return {
        text: `There ${gap === 2 ? 'is exactly 1 person' : `are exactly ${gap - 1} people`} between ${near} and ${far}.`,
        holds: (row) => Math.abs(row.indexOf(far) - row.indexOf(near)) === gap,
      }
    case 2:
      return insideOrAtAnEnd(near, from)
    default:
      return {
        text: `${near} and ${far} ${gap === 1 ? 'stand' : 'do not stand'} next to each other.`,
        holds: (row) => (Math.abs(row.indexOf(near) - row.indexOf(far)) === 1) === (gap === 1),
      }
  }
}

const inside = (place: number): boolean => place > 0 && place < 4

function insideOrAtAnEnd(name: string, at: number): Clue {
  return {
    text: inside(at) ? `${name} is neither first nor last.` : `${name} stands at one end of the line.`,
    holds: (row) => inside(row.indexOf(name)) === inside(at),
  }
}

function permutations(names: readonly string[]): string[][] {
  if (names.length <= 1) return [[...names]]
  return names.flatMap((name) => permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]))
}

/** Questions that join the last letters of names. */
export const lastLetters: Family = {
  name: 'last-letters',
  difficulty: 0.22,
  write: (random, position) => {
    const names = random.shuffle(FIRST_NAMES).slice(0, 4 + (position % 3))
    const letters = names.map((name) => name.slice(-1))
    const answer = letters.join('')
    const swapped = [...letters.slice(0, -2), ...letters.slice(-2).toReversed()].join('')
    const initials = names.map((name) => name.slice(0, 1).toLowerCase()).join('')
    const question =
      `Take the last letter of each name in the list "${names.join(', ')}" and join the letters in the order of the ` +
      `list. Which string of lower-case letters results?`
    const slips = [swapped, answer.slice(0, -1), initials, letters.toReversed().join(''), `${answer}${letters[0]}`]
    return { question, answer, slips }
  },
}
