import type { SeededRandom } from '../seeded-random.js'

/**
 * Builds the request that ranks a batch of questions by difficulty; send it with temperature 0, and parse its answer
 * with parseRanking. `questions` is one batch, numbered from 1 in the prompt. The wording is our own. Source: arXiv
 * 2408.13457, difficulty ranking.
 */
export function rankingPrompt(questions: readonly string[]): { readonly system: string; readonly user: string } {
  const listed = questions.map((question, index) => `Q${index + 1}: ${question.trim()}`).join('\n')
  return {
    system: 'You compare questions by how hard they are to answer correctly, and put them in order from easy to hard.',
    user: `${listed}\n\nPut all ${questions.length} questions in order, the easiest first. Do not solve or explain them. End with one line of the form "Ranking: Q2, Q1, …" that names every question exactly once.`,
  }
}

/**
 * Plans the ranking calls of DSC: in each round the questions 0 … `questions` − 1 are shuffled and cut into batches of
 * `rankBatch`; a short last batch is filled up from the end of the one before, so that every rank is of equal detail.
 * Gives rankRounds · ⌈questions / rankBatch⌉ batches. Source: arXiv 2408.13457, difficulty ranking.
 */
export function rankingBatches(
  questions: number,
  { rankBatch, rankRounds }: { readonly rankBatch: number; readonly rankRounds: number },
  random: Pick<SeededRandom, 'shuffle'>,
): number[][] {
  const all = Array.from({ length: questions }, (_, index) => index)
  return Array.from({ length: rankRounds }, () => random.shuffle(all)).flatMap((shuffled) =>
    Array.from({ length: Math.ceil(questions / rankBatch) }, (_, place) => {
      const end = Math.min((place + 1) * rankBatch, questions)
      const batch = shuffled.slice(place * rankBatch, end)
      const missing = Math.min(rankBatch, questions) - batch.length
      return [...batch, ...shuffled.slice(place * rankBatch - missing, place * rankBatch)]
    }),
  )
}

/**
 * Parses a ranking a model wrote: the question numbers, easiest first, after the last "Ranking:" if there is one. Only
 * an exact permutation of 1 … `size` is accepted; anything else is null, to be asked again or left out. Source: arXiv
 * 2408.13457, difficulty ranking.
 */
export function parseRanking(text: string, size: number): number[] | null {
  const marked = text.split(/ranking:/iu).at(-1) ?? ''
  const order = [...marked.matchAll(/Q\s*(\d+)/gu)].map((match) => Number(match[1]))
  const named = new Set(order.filter((number) => number >= 1 && number <= size))
  return size > 0 && order.length === size && named.size === size ? order : null
}

/** One batch's answer: the questions asked, and their places in it from 1, easiest first; null if unreadable. */
export type RankedBatch = { readonly batch: readonly number[]; readonly order: readonly number[] | null }

/**
 * Turns ranked batches into a difficulty for each of `questions` questions: the mean over the batches that held it of
 * (rank − ½) / size, in (0, 1); ½ if none did. `easyToHard` lists the questions by it, ties by number.
 * Throws a RangeError if an order is no permutation of its batch. Source: arXiv 2408.13457, difficulty ranking.
 */
export function rankingScores(
  questions: number,
  results: readonly RankedBatch[],
): { readonly scores: number[]; readonly easyToHard: number[] } {
  const ranks = Array.from({ length: questions }, () => ({ sum: 0, received: 0 }))
  for (const { batch, order } of results) {
    if (order === null) continue
    if (new Set(order).size !== batch.length || order.length !== batch.length) {
      throw new RangeError(`${order.length} ranks for a batch of ${batch.length} questions`)
    }
    order.forEach((number, rank) => {
      const place = ranks[batch[number - 1] ?? -1]
      if (place === undefined) throw new RangeError(`rank ${rank + 1} names question ${number} of ${batch.length}`)
      place.sum += (rank + 0.5) / batch.length
      place.received += 1
    })
  }
  const scores = ranks.map(({ sum, received }) => (received === 0 ? 0.5 : sum / received))
  const easyToHard = scores.map((_, index) => index).toSorted((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0) || a - b)
  return { scores, easyToHard }
}
