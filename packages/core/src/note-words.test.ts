import { expect, it } from 'vitest'
import { evaluationWarningWords, leftOutWords, notComparedWords, pairNoteWords, readingWarningWords } from './index.js'
import { EvaluationWarning, LeftOutNote, NotCompared, PairNote, ReadingWarning } from './index.js'

type Option = {
  readonly shape: { readonly kind: { readonly value: string }; readonly counts: object; readonly why: object }
}

/** Every kind of a note, with 3 for each count and a name where there is a reason. */
function everyKind<Note>(schema: { readonly options: readonly unknown[]; parse(value: unknown): Note }): Note[] {
  return (schema.options as readonly Option[]).map(({ shape: { kind, counts, why } }) => {
    const names = Object.keys((counts as { shape: object }).shape)
    const note = { kind: kind.value, counts: Object.fromEntries(names.map((name) => [name, 3])) }
    return schema.parse({ ...note, why: (why as { type: string }).type === 'null' ? null : 'x y' })
  })
}

it('writes every warning as sentences that name what it counts', () => {
  const warnings = everyKind(EvaluationWarning)
  expect(warnings.length).toBeGreaterThan(8)
  const texts = [...warnings.map(evaluationWarningWords), ...everyKind(ReadingWarning).map(readingWarningWords)]
  for (const text of texts) expect(text).toMatch(/^(?:[A-Z\d]|x y: ).*[^.]\.$/s)
  for (const [at, { why }] of warnings.entries()) if (why !== null) expect(texts[at]).toContain('x y')
  expect(new Set(texts).size).toBe(texts.length)
})

it('writes every reason in words that end a sentence', () => {
  const reasons = [
    ...everyKind(NotCompared).map(notComparedWords),
    ...everyKind(PairNote).map(pairNoteWords),
    ...everyKind(LeftOutNote).map(leftOutWords),
  ]
  for (const text of reasons) expect(text).toMatch(/^[a-z\d“].*[^.]$/)
  expect(new Set(reasons).size).toBe(reasons.length)
})

const blocked = (why: string) => evaluationWarningWords({ kind: 'blocked', counts: { blocked: 1, trials: 60 }, why })

it('ends the sentence of an error once', () => {
  expect(blocked('HTTP 500')).toBe('1 of 60 trials is blocked, and counts in no figure. Most common reason: HTTP 500.')
  expect(blocked('It is away.')).toMatch(/: It is away\.$/)
})
