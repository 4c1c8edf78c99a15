import type { Family } from '../family.js'
import { FIRST_NAMES } from '../first-names.js'

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
