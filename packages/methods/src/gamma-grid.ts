/** The thresholds a sweep covers; the paper gives only the range, and some of its rows need more than 0.999. */
export const GAMMA_GRID = [
  0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.9925, 0.995, 0.9965, 0.998, 0.999, 0.9993,
  0.9995, 0.9997, 0.9998, 0.9999,
] as const
