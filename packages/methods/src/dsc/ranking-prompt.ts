/**
 * Builds the request that ranks a batch of questions by difficulty; send it with temperature 0, and parse its answer
 * with parseRanking. `questions` is one batch, numbered from 1 in the prompt. The wording is our own. Source: arXiv
 * 2408.13457, difficulty ranking.
 */
export function rankingPrompt(questions: readonly string[]): { readonly system: string; readonly user: string } {
  const listed = questions.map((question, index) => `Q${index + 1}: ${question.trim()}`).join('\n')
  return {
    system: 'You compare questions by how hard they are to answer correctly, and put them in order from easy to hard.',
    user: `${listed}\n\nPut all ${questions.length} questions in order, the easiest first. Do not solve or explain them. End with one line of the form "Ranking: Q2, Q1, …" that names every question exactly once.`,
  }
}
