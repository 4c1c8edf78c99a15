/** How often each answer to a question was given, the most frequent first, and how many earlier questions were so. */
export interface ListedShape {
  readonly counts: readonly number[]
  readonly questions: number
}

/** Characters a written list has at most: it is part of a method's name, which databases index. */
const MOST_TEXT = 1000
/** The most frequent answers of a question, which are all that is kept of one. */
const MOST_ANSWERS = 16
/** What the counts of shapes that were put together add up to. */
const SCALE = 1000

const LIST =
  /^[1-9]\d{0,5}x[1-9]\d{0,3}(?:-[1-9]\d{0,3}){0,15}(?:\/[1-9]\d{0,5}x[1-9]\d{0,3}(?:-[1-9]\d{0,3}){0,15})*$/u

/** Reads a list such as `57x1/21x9-1`: 57 questions whose answers agreed, 21 of whose ten one differed. Null if it is none. */
export function parseShapes(text: string): ListedShape[] | null {
  if (text.length > MOST_TEXT || !LIST.test(text)) return null
  return text.split('/').map((shape) => {
    const [questions, counts = ''] = shape.split('x')
    const sorted = counts
      .split('-')
      .map(Number)
      .toSorted((a, b) => b - a)
    return { questions: Number(questions), counts: sorted }
  })
}

/** Writes a list as `parseShapes` reads it, the most frequent shape first. */
export function writeShapes(shapes: readonly ListedShape[]): string {
  return shapes
    .toSorted((a, b) => b.questions - a.questions || compare(a.counts, b.counts))
    .map(written)
    .join('/')
}

function written({ counts, questions }: ListedShape): string {
  return `${questions}x${counts.join('-')}`
}

/**
 * Lists the shapes that earlier questions had: how often each of their answers was given, whichever answers those were.
 * `history` has each question's answers, null if a sample has none, which counts for nothing. Questions whose shares are
 * equal are one shape.
 */
export function listShapes(history: readonly (readonly (string | null)[])[]): ListedShape[] {
  const shapes = new Map<string, ListedShape>()
  for (const answers of history) {
    const seen = new Map<string, number>()
    for (const answer of answers) if (answer !== null) seen.set(answer, (seen.get(answer) ?? 0) + 1)
    if (seen.size === 0) continue
    const found = [...seen.values()].toSorted((a, b) => b - a).slice(0, MOST_ANSWERS)
    const common = found.reduce(divisor)
    const counts = found.map((count) => count / common)
    const name = counts.join('-')
    shapes.set(name, { counts, questions: (shapes.get(name)?.questions ?? 0) + 1 })
  }
  return [...shapes.values()]
}

/**
 * Learns the list by which `bayes-shapes` decides from the answers to earlier questions, blind to what is right. Where a
 * method's name cannot hold all shapes, those are put together that change the least, with the mean of their shares
 * (Ward's criterion). Throws a RangeError if no question has two answers.
 */
export function learnShapeList(history: readonly (readonly (string | null)[])[]): string {
  if (!history.some((answers) => answers.filter((answer) => answer !== null).length > 1)) {
    throw new RangeError('a list of shapes is learned from a question at least that has two answers')
  }
  return writeShapes(joinedTo(listShapes(history), MOST_TEXT))
}

/** A shape with the later one that it joins at the least cost. */
interface Joinable {
  readonly shape: ListedShape
  readonly shares: readonly number[]
  nearest: Joinable | null
  cost: number
}

/**
 * Puts the two shapes together whose mean is the nearest to both, weighed by their questions, until a list is short
 * enough. Each shape keeps its nearest, so that a step compares few: the time grows as the square of their number.
 */
function joinedTo(shapes: readonly ListedShape[], mostText: number): ListedShape[] {
  let left = shapes.map(joinable)
  for (const [at, each] of left.entries()) findNearest(each, left, at + 1)
  let length = left.reduce((sum, { shape }) => sum + written(shape).length + 1, -1)
  while (length > mostText) {
    const one = left.reduce((least, each) => (each.cost < least.cost ? each : least))
    const other = one.nearest
    if (other === null) break
    const joined = joinable(joinedOf(one.shape, other.shape))
    length += written(joined.shape).length - written(one.shape).length - written(other.shape).length - 1
    left = left.filter((each) => each !== one && each !== other)
    for (const [at, each] of left.entries()) {
      if (each.nearest === one || each.nearest === other) findNearest(each, left, at + 1)
      keepNearer(each, joined)
    }
    left.push(joined)
  }
  return left.map(({ shape }) => shape)
}

function joinable(shape: ListedShape): Joinable {
  return { shape, shares: sharesOf(shape.counts), nearest: null, cost: Number.POSITIVE_INFINITY }
}

function findNearest(each: Joinable, left: readonly Joinable[], from: number): void {
  each.nearest = null
  each.cost = Number.POSITIVE_INFINITY
  for (let at = from; at < left.length; at += 1) {
    const other = left[at]
    if (other !== undefined) keepNearer(each, other)
  }
}

function keepNearer(each: Joinable, other: Joinable): void {
  const [m, n] = [each.shape.questions, other.shape.questions]
  const cost = ((m * n) / (m + n)) * distance(each.shares, other.shares)
  if (cost < each.cost) [each.nearest, each.cost] = [other, cost]
}

function joinedOf(a: ListedShape, b: ListedShape): ListedShape {
  const questions = a.questions + b.questions
  const [here, there] = [sharesOf(a.counts), sharesOf(b.counts)]
  const counts = Array.from({ length: Math.max(here.length, there.length) }, (_, at) => {
    const mean = ((here[at] ?? 0) * a.questions + (there[at] ?? 0) * b.questions) / questions
    return Math.round(SCALE * mean)
  })
  return { questions, counts: counts.filter((count) => count > 0) }
}

/** The shares of counts in their sum. */
export function sharesOf(counts: readonly number[]): number[] {
  const votes = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => count / votes)
}

function distance(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) sum += ((a[at] ?? 0) - (b[at] ?? 0)) ** 2
  return sum
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, place) => each !== b[place])
  return at < 0 ? a.length - b.length : (b[at] ?? 0) - (a[at] ?? 0)
}
