/**
 * Returns a method's name as a filter of the lm-evaluation-harness, whose results join metric and filter by a comma.
 */
export function filterName(methodKey: string): string {
  return methodKey.replaceAll(/[:,=]/gu, '-')
}

/** The filter of the row that holds every sample with its own answer. */
export const EVERY_SAMPLE = 'samples'
