// Gives every question one call, then the rest of half the budget to the questions whose leader is least ahead.
const draw = (question) => {
  const { answer } = question.votes[question.calls]
  if (answer !== null) question.counts.set(answer, (question.counts.get(answer) ?? 0) + 1)
  question.calls += 1
}

export const decideSet = (questions, budget) => {
  const open = questions.map(({ votes }) => ({ votes, calls: 0, counts: new Map() }))
  const lead = ({ counts, calls }) => {
    const [first = 0, second = 0] = [...counts.values()].toSorted((a, b) => b - a)
    return calls < budget ? first - second : Infinity
  }
  open.forEach(draw)
  for (let left = (open.length * budget) / 2 - open.length; left >= 1; left -= 1) {
    draw(open.reduce((least, question) => (lead(question) < lead(least) ? question : least)))
  }
  return open.map(({ calls, counts }) => {
    const [leader = [null]] = [...counts].toSorted((a, b) => b[1] - a[1])
    return { calls, answer: leader[0] }
  })
}
