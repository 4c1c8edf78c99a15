/**
 * A page ends with the trial that brings its texts to this size; a trial that exceeds it alone is selected without
 * texts.
 */
export const TEXT_BYTES_PER_PAGE = 4 * 1024 * 1024

const SAMPLES_PER_PAGE = 8192
const MOST_TRIALS = { withTexts: 50, without: 500 }

/** Returns how many trials to select at once, so that a page fits into memory whatever its samples hold. */
export function trialsPerPage(samplesPerTrial: number, texts: boolean): number {
  const most = texts ? MOST_TRIALS.withTexts : MOST_TRIALS.without
  return Math.max(1, Math.min(most, Math.floor(SAMPLES_PER_PAGE / samplesPerTrial)))
}
