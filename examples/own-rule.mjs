// Stops once an answer leads all others by two votes.
export default (votes, budget) => {
  const counts = new Map()
  for (const [index, { answer }] of votes.slice(0, budget).entries()) {
    if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
    const [first = 0, second = 0] = [...counts.values()].toSorted((a, b) => b - a)
    if (first - second >= 2 || index === budget - 1) {
      const leader = [...counts].find(([, count]) => count === first)
      return { calls: index + 1, answer: leader?.[0] ?? null }
    }
  }
}
