import { logit } from '../math.js'
import { type CountGroups, shapeEvidence, type ShapePrior } from './shape-model.js'

const ANSWERS = [2, 3, 4, 5, 6, 8, 10, 16, 32, 64] as const
/** ln easy, ln hard and logit share: the starting point of the search, and its bounds around 0. */
const START = [Math.log(0.1), 0, 0] as const
const FARTHEST = [Math.log(100), Math.log(100), logit(0.99)] as const
/** Standard deviation of the prior on each before any question was seen: it only matters if all questions are alike. */
const LOOSE = 4
const FIRST_STEP = 1
const LAST_STEP = 0.01
const DIGITS = 3

type Place = readonly [easy: number, hard: number, share: number]
/** A shape that questions had, and how many had it. */
type Seen = { readonly groups: CountGroups; readonly questions: number }

/**
 * Learns the prior by which `bayes` decides from the answers to earlier questions: the one by which they are the most probable.
 * `history` has each question's answers, null if a sample has none; blind to what is right. How many were drawn for a
 * question may depend on its answers, as where a rule stopped: that changes no likelihood. The numbers are rounded to
 * three digits, so that they can be written. Throws a RangeError where fewer than two questions have two answers.
 */
export function learnShapes(history: readonly (readonly (string | null)[])[]): ShapePrior {
  const seen = shapesOf(history)
  const tells = seen.reduce((sum, { groups, questions }) => sum + (votesOf(groups) > 1 ? questions : 0), 0)
  if (tells < 2) throw new RangeError('a prior is learned from two questions at least that have two answers each')
  const most = Math.max(...seen.map(({ groups }) => [...groups.values()].reduce((sum, answers) => sum + answers, 0)))
  // With fewer answers than were seen on some question, the prior would give that question no probability.
  const sizes = [Math.max(2, most), ...ANSWERS.filter((answers) => answers > most)]
  const best = sizes.map((answers) => climb(seen, answers)).reduce((a, b) => (b.height > a.height ? b : a))
  return rounded(priorAt(best.answers, best.place))
}

/** Questions of one shape are judged once. */
function shapesOf(history: readonly (readonly (string | null)[])[]): Seen[] {
  const shapes = new Map<string, { groups: CountGroups; questions: number }>()
  for (const answers of history) {
    const groups = groupAnswers(answers)
    const name = JSON.stringify([...groups].toSorted(([a], [b]) => a - b))
    const alike = shapes.get(name) ?? { groups, questions: 0 }
    alike.questions += 1
    shapes.set(name, alike)
  }
  return [...shapes.values()]
}

function votesOf(groups: CountGroups): number {
  return [...groups].reduce((sum, [count, answers]) => sum + count * answers, 0)
}

/** Steps along each axis while that helps, and halves the steps when it does not. */
function climb(seen: readonly Seen[], answers: number) {
  let place: Place = START
  let height = heightAt(seen, answers, place)
  for (let step = FIRST_STEP; step >= LAST_STEP;) {
    const [next, nextHeight] = bestNeighbour(seen, answers, { place, step })
    if (nextHeight > height) [place, height] = [next, nextHeight]
    else step /= 2
  }
  return { answers, place, height }
}

function bestNeighbour(
  seen: readonly Seen[],
  answers: number,
  { place, step }: { readonly place: Place; readonly step: number },
): readonly [Place, number] {
  const neighbours = [0, 1, 2].flatMap((axis) =>
    [-step, step].map((by): Place => {
      const [easy, hard, share] = place.map((value, at) =>
        at === axis ? Math.max(-(FARTHEST[at] ?? 0), Math.min(FARTHEST[at] ?? 0, value + by)) : value,
      )
      return [easy ?? 0, hard ?? 0, share ?? 0]
    }),
  )
  return neighbours
    .map((each) => [each, heightAt(seen, answers, each)] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a))
}

function heightAt(seen: readonly Seen[], answers: number, place: Place): number {
  const prior = priorAt(answers, place)
  const believed = place.reduce((sum, value, at) => sum - ((value - (START[at] ?? 0)) / LOOSE) ** 2 / 2, 0)
  return seen.reduce((sum, { groups, questions }) => sum + questions * shapeEvidence(prior, groups), believed)
}

function priorAt(answers: number, [easy, hard, share]: Place): ShapePrior {
  return { answers, easy: Math.exp(easy), hard: Math.exp(hard), share: 1 / (1 + Math.exp(-share)) }
}

/** The easy ones are those whose answers are less spread. */
function rounded({ answers, easy, hard, share }: ShapePrior): ShapePrior {
  const [low, high] = [easy, hard].map(short).toSorted((a, b) => a - b)
  return { answers, easy: low ?? easy, hard: high ?? hard, share: short(easy <= hard ? share : 1 - share) }
}

function short(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

/** Keeps how many answers have each count while votes come in. */
export class Grouping {
  readonly #counts = new Map<string, number>()
  readonly #groups = new Map<number, number>()

  /** From the smallest count up, so that votes that fall apart alike are judged alike to the last bit, whatever their order. */
  get groups(): CountGroups {
    return new Map([...this.#groups].toSorted(([one], [other]) => one - other))
  }

  /** Takes in a vote; null has no answer and changes nothing. */
  see(answer: string | null): void {
    if (answer === null) return
    const before = this.#counts.get(answer) ?? 0
    this.#counts.set(answer, before + 1)
    const alike = this.#groups.get(before) ?? 0
    if (alike > 1) this.#groups.set(before, alike - 1)
    else this.#groups.delete(before)
    this.#groups.set(before + 1, (this.#groups.get(before + 1) ?? 0) + 1)
  }
}

/** Counts how many answers have each count of votes. */
export function groupAnswers(answers: Iterable<string | null>): CountGroups {
  const grouping = new Grouping()
  for (const answer of answers) grouping.see(answer)
  return grouping.groups
}
