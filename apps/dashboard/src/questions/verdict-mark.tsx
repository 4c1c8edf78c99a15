/** Whether an answer is right, in a sign and in words. */
export function VerdictMark({ correct }: { readonly correct: boolean | null }) {
  if (correct === null) return <span className="muted">not graded</span>
  return correct ? <span className="verdict-right">✓ right</span> : <span className="verdict-wrong">✗ wrong</span>
}
