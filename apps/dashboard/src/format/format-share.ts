/** Writes a share in [0, 1] as a percentage with one decimal, the way the paper's tables print accuracy. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
