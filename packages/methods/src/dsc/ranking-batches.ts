import type { SeededRandom } from '../seeded-random.js'

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
      const own = shuffled.slice(place * rankBatch, end)
      const missing = Math.min(rankBatch, questions) - own.length
      return [...own, ...shuffled.slice(place * rankBatch - missing, place * rankBatch)]
    }),
  )
}
