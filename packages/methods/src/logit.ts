/** Returns the log-odds ln(p / (1 − p)) of a probability in (0, 1), accurate near both ends. */
export function logit(p: number): number {
  return Math.log(p) - Math.log1p(-p)
}
