/** The texts of one question's samples, drawn with different seeds. */
export interface RepeatedQuestion {
  /** Samples with a text, at least two. */
  readonly texts: number
  /** How many of these texts are distinct. */
  readonly distinct: number
  /** The length of one of its texts, with its reasoning. */
  readonly characters: number
  /** The natural logarithm of that text's probability, from its log-probabilities; null if there are none. */
  readonly logProbability: number | null
}

export interface CopiesTerms {
  /** The sampling temperature, above 0. */
  readonly temperature: number
  /** Whether a preflight has found that a server ignores the seed. */
  readonly suspected?: boolean
}

/** A shorter text may come again naturally, such as an answer of a few words, in characters. */
const SHORTEST = 32

/** A text likelier than this may come again naturally, as a logarithm: a probability of 37 %. */
const LIKELIEST = -1

/**
 * Without log-probabilities, what a character is taken to add to a text's logarithm: a model as sure as 95 % of each
 * token of four characters.
 */
const SURE_CHARACTER = -0.0125

/** A question whose texts are all one counts only if the chance of that is at most this. */
const TELLING = 0.2

/** Copies are reported if independent samples would be as equal with at most this probability. */
const CHANCE = 1e-4
const CHANCE_IF_SUSPECTED = 0.05

/** The share of telling questions whose texts are all one, at least. */
export const COPIED_SHARE = 0.9

/**
 * Judges whether samples drawn with different seeds are copies of one text rather than independent draws that came out
 * equal. A question tells if its text was long and improbable enough: n independent draws are all equal to the first
 * with probability π = P^(n−1), P = p^(T²/2) for a text of probability p at temperature T. Samples are copies if at
 * least 90 % of the telling questions, those with different texts among them, have one text each, and this many would
 * come out equal with a probability of at most 10⁻⁴ (union bound over which of them do). docs/statistics.md gives the
 * reason for each limit.
 */
export function areCopies(questions: readonly RepeatedQuestion[], terms: CopiesTerms): boolean {
  const differing = questions.filter(({ distinct }) => distinct > 1).length
  const chances = questions.filter(({ distinct }) => distinct === 1).map((question) => logChance(question, terms))
  const telling = chances.filter((chance) => chance <= Math.log(TELLING))
  const compared = telling.length + differing
  if (telling.length === 0 || telling.length < COPIED_SHARE * compared) return false
  const byChance = telling.reduce((sum, chance) => sum + chance, logChoose(compared, differing))
  return byChance <= Math.log(terms.suspected === true ? CHANCE_IF_SUSPECTED : CHANCE)
}

/** The logarithm of the chance that independent draws of a question are all equal; 0 if its text is too short or sure. */
function logChance({ texts, characters, logProbability }: RepeatedQuestion, { temperature }: CopiesTerms): number {
  const text = logProbability ?? SURE_CHARACTER * characters
  if (characters < SHORTEST || text > LIKELIEST) return 0
  return (texts - 1) * text * Math.min(1, temperature ** 2 / 2)
}

/** The logarithm of a binomial coefficient. */
function logChoose(n: number, k: number): number {
  let sum = 0
  for (let at = 1; at <= k; at += 1) sum += Math.log(n - k + at) - Math.log(at)
  return sum
}
