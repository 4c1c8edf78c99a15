import type { QuestionView } from '@cges-fleet/core'

/** Characters of an answer that a sentence or an axis has room for. */
const ROOM = 40

/** Names an answer by its place among a question's answers, short enough for a sentence. */
export function answerName({ answers }: Pick<QuestionView, 'answers'>, place: number | null): string {
  const key = place === null ? undefined : answers[place]?.key
  if (key === undefined) return 'no answer'
  const shown = key.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{FFFD}')
  return shown.length > ROOM ? `${shown.slice(0, ROOM)}…` : shown
}
