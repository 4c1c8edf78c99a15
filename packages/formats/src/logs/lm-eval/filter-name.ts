/** Names a method as a filter of the lm-evaluation-harness, whose results join metric and filter by a comma. */
export function filterName(methodKey: string): string {
  return methodKey.replaceAll(/[:,=]/gu, '-')
}

/** The filter under which every sample stands with its own answer. */
export const EVERY_SAMPLE = 'samples'
