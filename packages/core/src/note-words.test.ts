import { expect, it } from 'vitest'
import {
  evaluationReasonWords,
  evaluationWarningWords,
  gammaVerdictWords,
  leftOutWords,
  noFlipsWords,
  noGammaWords,
  notComparedWords,
  pairNoteWords,
  readingWarningWords,
  waitWords,
} from './index.js'
import {
  EvaluationReason,
  EvaluationWarning,
  GammaVerdict,
  LeftOutNote,
  NoFlips,
  NoGamma,
  NotCompared,
  PairNote,
  ReadingWarning,
  TeamLimit,
  Waits,
} from './index.js'

type Option = {
  readonly shape: { readonly kind: { readonly value: string }; readonly counts: object; readonly why: object }
}

/** A reason as its schema has it: null, the first name of a list, or any text. */
function reasonOf(why: object): string | null {
  if (['null', 'nullable'].includes((why as { type: string }).type)) return null
  return 'options' in why ? ((why as { options: readonly string[] }).options[0] ?? null) : 'x y'
}

/** Every kind of a note, with 3 for each count and a name where there is a reason. */
function everyKind<Note>(schema: { readonly options: readonly unknown[]; parse(value: unknown): Note }): Note[] {
  return (schema.options as readonly Option[]).map(({ shape: { kind, counts, why } }) => {
    const names = Object.keys((counts as { shape: object }).shape)
    const note = { kind: kind.value, counts: Object.fromEntries(names.map((name) => [name, 3])) }
    return schema.parse({ ...note, why: reasonOf(why), methods: ['m@8'] })
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
    ...everyKind(NoGamma).map(noGammaWords),
  ]
  for (const text of reasons) expect(text).toMatch(/^[a-zγ\d“].*[^.]$/)
  expect(new Set(reasons).size).toBe(reasons.length)
})

const blocked = (why: string) => evaluationWarningWords({ kind: 'blocked', counts: { blocked: 1, trials: 60 }, why })

it('ends the sentence of an error once', () => {
  expect(blocked('HTTP 500')).toBe(
    '1 of 60 questions failed and is left out of all figures. Most common reason: HTTP 500.',
  )
  expect(blocked('It is away.')).toMatch(/: It is away\.$/)
})

it('writes why an evaluation has its status as sentences that name what they count', () => {
  const reasons = everyKind(EvaluationReason)
  const texts = reasons.map(evaluationReasonWords)
  for (const text of texts) expect(text).toMatch(/^[A-Z\d“].*[^.]\.$/s)
  for (const [at, { why }] of reasons.entries()) if (why === 'x y') expect(texts[at]).toContain('x y')
  for (const [at, { counts }] of reasons.entries()) {
    if (Object.keys(counts).length > 0) expect(texts[at]).toMatch(/3/)
  }
  expect(new Set(texts).size).toBe(texts.length)
})

it('says of an extension only what it added, and whose words are whose', () => {
  const none = { replicates: null, calls: null, tokens: null }
  const words = (counts: object, methods: string[], why: string | null) =>
    evaluationReasonWords(EvaluationReason.parse({ kind: 'extended', counts: { ...none, ...counts }, methods, why }))
  expect(words({}, [], null)).toBe('It goes on after it was ended early.')
  expect(words({ calls: 500 }, ['sc@8'], 'more room')).toBe('Now with methods sc@8; a cap of 500 calls: “more room”.')
  expect(evaluationReasonWords({ kind: 'none_drawn', counts: { questions: 8 }, why: 'It was away.' })).toBe(
    'All 8 questions failed: It was away. Repair the model server, then retry the evaluation.',
  )
})

it('writes every wait, flip and judgement of a γ as sentences', () => {
  const waits = everyKind(Waits)
  const limits = TeamLimit.options.map((why) => ({ ...waits.find(({ kind }) => kind === 'team-limit'), why }) as Waits)
  const texts = [
    ...[...waits, ...limits.slice(1)].map((each) => waitWords(each)),
    ...everyKind(NoFlips).map(noFlipsWords),
    ...everyKind(GammaVerdict).map(gammaVerdictWords),
  ]
  for (const text of texts) expect(text).toMatch(/^[A-Z].*[^.]\.$/s)
  expect(new Set(texts).size).toBe(texts.length)
})

const tooFewWords = (difference: number | null, low: number | null, high: number | null) =>
  gammaVerdictWords({ kind: 'too_few', counts: { gamma: 0.75, saved: 0.871, difference, low, high }, why: null })

it('says what a γ measured where there are too few questions, on either side of SC', () => {
  expect(tooFewWords(-0.167, -0.313, 0)).toBe(
    'Stopping at γ = 0.75 saves 87.1 % of calls. On the rest its accuracy is 16.7 points below SC’s (95 % interval −31.3 to 0.0): too few questions to tell whether it keeps the accuracy.',
  )
  expect(tooFewWords(0.02, -0.1, 0.14)).toContain('2.0 points above SC’s (95 % interval −10.0 to +14.0)')
  expect(tooFewWords(null, null, null)).toContain('No question is left to check the accuracy on.')
})

it('gives the reason in a wait where there is one, and does without', () => {
  expect(waitWords({ kind: 'paused', counts: {}, why: { kind: 'asked', counts: {}, why: 'lunch' } })).toBe(
    'Paused. “lunch”. Resume it to go on.',
  )
  expect(waitWords({ kind: 'paused', counts: {}, why: null })).toBe('Paused. Resume it to go on.')
  expect(waitWords({ kind: 'no-worker', counts: { known: 2 }, why: 'HTTP 307' })).toBe(
    'No worker is ready, of 2 (HTTP 307): your samples wait for one.',
  )
  const since = '2026-11-28T02:35:59.000Z'
  const pause = (by: string | null, reason: string | null, at?: (instant: string) => string) =>
    waitWords({ kind: 'pool-paused', counts: {}, why: { since, by, reason } }, at)
  expect(pause('ada', 'new weights')).toBe(
    'The pool has been paused by ada since 2026-11-28 02:35 UTC: “new weights”. Nothing is drawn until an operator resumes it.',
  )
  expect(pause('ada', 'Back at noon.')).toContain(': “Back at noon”. Nothing')
  expect(pause(null, null, () => 'noon')).toMatch(/^The pool has been paused since noon\. /)
  expect(waitWords({ kind: 'no-coordinator', counts: { seconds: 61 }, why: null })).toMatch(/at work for 61 seconds/)
  expect(waitWords({ kind: 'no-coordinator', counts: { seconds: null }, why: null })).toMatch(/has run yet/)
})
