/** Counts one sample's answer; an invalid one (null) casts no vote. */
export function addVote(counts: Map<string, number>, answer: string | null): void {
  if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
}
