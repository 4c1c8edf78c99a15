/** A page ends with the trial that makes its texts come to more than this; one that has more by itself is read without. */
export const TEXT_BYTES_PER_PAGE = 4 * 1024 * 1024

const SAMPLES_PER_PAGE = 8192
const MOST_TRIALS = { withTexts: 50, without: 500 }

/** How many trials are read at once, so that a page fits into memory whatever its samples hold. */
export function trialsPerPage({ samplesPerTrial, texts }: { samplesPerTrial: number; texts: boolean }): number {
  const most = texts ? MOST_TRIALS.withTexts : MOST_TRIALS.without
  return Math.max(1, Math.min(most, Math.floor(SAMPLES_PER_PAGE / samplesPerTrial)))
}
