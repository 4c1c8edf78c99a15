/** Writes calls per question with two decimals. */
export function formatCalls(calls: number): string {
  return calls.toFixed(2)
}
