interface Verdict {
  readonly question_id: string
  readonly answer: string
  readonly correct: string
  readonly score: string
  readonly reason: string
}

/** The position of the worst disagreement among exported verdicts, a list of each question's, found apart from the code under test. */
export function worstOf(questions: readonly (readonly Verdict[])[]): number | undefined {
  const places = questions.flatMap((each) => {
    const wrong = each.filter(({ correct }) => correct === 'false')
    const early = wrong.filter(({ reason }) => reason !== 'budget')
    const disagree = new Set(each.map(({ answer }) => answer)).size > 1
    if (!disagree || early.length === 0 || wrong.length === each.length) return []
    const position = Number(each[0]?.question_id.slice(2))
    return [{ position, surest: Math.max(...early.map(({ score }) => Number(score))) }]
  })
  if (places.length < 2) throw new Error('too few disagreements for one to be the worst')
  return places.toSorted((a, b) => b.surest - a.surest || a.position - b.position)[0]?.position
}
