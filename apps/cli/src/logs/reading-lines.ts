import { LANGUAGE_NAMES } from '@cges-fleet/answers'
import { counted } from '@cges-fleet/core'
import { type ReadingFigures, type ReadingRules } from '@cges-fleet/formats'
import { percentOf } from './percent-of.js'

/** Formats how well a log's answers were extracted: look at it before any table made from them. */
export function readingLines(figures: ReadingFigures, { kind }: Pick<ReadingRules, 'kind'>): string[] {
  const { samples, withoutAnswer, placeholders, long, texts, identical } = figures
  return [
    `read as ${kind}: ${counted(samples, 'sample')}, ${percentOf(withoutAnswer, samples)} without an answer${placeholderNote(placeholders)}`,
    `  answers over 100 characters ${percentOf(long, samples - withoutAnswer)}; texts that another sample of the question has ${percentOf(identical, texts)}`,
    ...tierLines(figures),
    `  ${gradeLine(figures)}`,
  ]
}

function placeholderNote(count: number): string {
  return count === 0 ? '' : ` (in ${counted(count, 'sample')} the log has a blank, or a word such as None)`
}

function tierLines({ tiers, languages, unread }: ReadingFigures): string[] {
  const all = tiers.reduce((sum, { answers }) => sum + answers, 0)
  const each = tiers.map(({ tier, answers, gradable, right }) => {
    const name = tier === 'log' ? 'the log’s own reading' : tier
    return `${name} ${percentOf(answers, all)} (${percentOf(right, gradable)} right)`
  })
  const stated = languages.map(({ language, answers }) => `${LANGUAGE_NAMES.get(language) ?? language} ${answers}`)
  const inWords = stated.length === 0 ? '' : `; stated in words: ${stated.join(', ')}`
  const nothing = unread === 0 ? '' : `; nothing read in ${counted(unread, 'whole response')}`
  return each.length === 0 ? [] : [`  answers by how they were read: ${each.join(', ')}${inWords}${nothing}`]
}

function gradeLine({ gradable, right, graded, agreed, gradedRight, logRight }: ReadingFigures): string {
  if (gradable === 0) return 'no reference answers to grade by'
  if (graded === 0) {
    return `${percentOf(right, gradable)} right; the log grades none of its samples, so there is no agreement to tell`
  }
  const own = `${percentOf(gradedRight, graded)} right by our grade, ${percentOf(logRight, graded)} by the log’s own`
  return `${own}; the two agree on ${percentOf(agreed, graded)} of ${graded}`
}
