import { type CommentedQuestions, counted, FLAG_WORDS } from '@cges-fleet/core'

/** What a team's members say of an evaluation's questions, for a terminal; nothing if nobody said anything. */
export function commentedLines({ questions, hasMore }: CommentedQuestions): string[] {
  if (questions.length === 0) return []
  const all = `${hasMore ? 'The first ' : ''}${counted(questions.length, 'question')} with comments:`
  return ['', all, ...questions.flatMap(({ questionId, comments }) => comments.map((each) => lineOf(questionId, each)))]
}

function lineOf(
  questionId: string,
  { flag, text, createdBy }: CommentedQuestions['questions'][number]['comments'][number],
) {
  const words = [flag === null ? null : FLAG_WORDS[flag], text, createdBy === null ? null : `(${createdBy})`]
  return `  ${questionId}: ${words.filter((each) => each !== null && each !== '').join(' · ')}`
}
