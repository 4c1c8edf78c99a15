/** The bucket bounds of vLLM's histograms: alerts refer to them. */
export const FIRST_TOKEN_SECONDS = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560,
]
export const TOKEN_SECONDS = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
]
export const REQUEST_SECONDS = [
  0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680,
]
export const COUNTS = [1, 2, 5, 10, 20]
export const PREEMPTIONS = [1, 2, 3, 4, 5, 10, 20]

/** Returns 1, 2, 5, 10, 20, … up to the longest context. */
export function tokenBounds(maxModelLen: number): number[] {
  const powers = Array.from({ length: Math.ceil(Math.log10(maxModelLen)) + 1 }, (_, exponent) => 10 ** exponent)
  return powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((bound) => bound <= maxModelLen)
}
