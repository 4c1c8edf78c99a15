import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type AnswerKind, answerKey, gradeAnswer, findAnswer } from '@cges-fleet/answers'
import { describe, expect, it } from 'vitest'

interface Recorded {
  readonly question_id: string
  readonly answer: string
  readonly choices?: readonly string[]
  readonly samples: readonly { readonly text: string; readonly answer: string | null; readonly correct?: boolean }[]
}

/** One recorded response as our parser reads it and as its publishers did. */
interface Reading {
  readonly text: string
  readonly gold: string
  readonly ours: string | null
  readonly theirs: string | null
  readonly agrees: boolean
  /** Whether its publishers judged it wrong. */
  readonly judgedWrong: boolean
}

const SHARED = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
/** The parser was written by looking only at the even questions: those whose id's SHA-256 has an even first byte. */
const HALVES = ['even', 'odd'] as const

function readings(file: string, kind: AnswerKind, half: (typeof HALVES)[number]): Reading[] {
  const lines = gunzipSync(readFileSync(`${SHARED}samples/${file}`))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  const questions = lines.map((line): Recorded => JSON.parse(line))
  return questions
    .filter(
      ({ question_id: id }) => ((createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0) === (half === 'even'),
    )
    .flatMap(({ answer: gold, choices, samples }) =>
      samples.map(({ text, answer: theirs, correct }) => {
        const ours = findAnswer(kind, text, choices)?.answer ?? null
        const right = ours !== null && gradeAnswer(answerKey(kind, ours), answerKey(kind, gold))
        const judged = correct ?? theirs === gold
        const agrees = kind === 'choice' ? ours === theirs : right === judged
        return { text, gold, ours, theirs, agrees, judgedWrong: !judged }
      }),
    )
}

/**
 * The classes of differences in which the recording itself is wrong, or a guess; any other difference is ours to fix.
 */
const CLASSES: Record<string, (reading: Reading) => string> = {
  math: ({ ours, theirs, gold }) =>
    ours !== null && answerKey('math', theirs ?? '') === answerKey('math', ours) && gold !== theirs
      ? 'equal to the gold answer, written otherwise'
      : 'other',
  date: ({ ours, text }) => {
    if (ours !== null && !/^\d\d\/\d\d\/\d{4}$/u.test(ours))
      return 'a date not written MM/DD/YYYY, which they did not read'
    return new Set(
      text
        .split('\n')
        .at(-1)
        ?.match(/\d{1,2}\/\d{1,2}\/\d{4}/gu),
    ).size > 1
      ? 'two dates in the last line'
      : 'other'
  },
  choice: ({ ours, theirs, text }) => {
    const stated = new Set([...text.matchAll(/answer is:? \(?([A-J])(?![a-z])/gu)].map(([, letter]) => letter))
    if (ours === null && /answer is:? \(?[A-J]\)?(?:,| and| or|\) and|\) or)/u.test(text))
      return 'several letters at once'
    if (stated.size > 1) return 'two answers, the last taken here and the first there'
    if (ours === null) return stated.size === 0 ? 'no answer stated, a letter guessed' : 'cut off inside the answer'
    return theirs === null ? 'an answer stated otherwise' : 'other'
  },
}

function shares(kind: AnswerKind, all: readonly Reading[]) {
  const differing = all.filter(({ agrees }) => !agrees)
  const classes: Record<string, number> = {}
  for (const reading of differing) {
    const name = CLASSES[kind]?.(reading) ?? 'other'
    classes[name] = (classes[name] ?? 0) + 1
  }
  const wrong = all.filter(({ judgedWrong }) => judgedWrong)
  return {
    responses: all.length,
    equal: (all.length - differing.length) / all.length,
    judgedWrong: wrong.length,
    differingAmongThem: wrong.filter(({ agrees }) => !agrees).length,
    other: classes['other'] ?? 0,
    classes,
  }
}

describe.skipIf(!existsSync(SHARED))('real responses (needs ../shared)', () => {
  it.each([
    { kind: 'math', file: 'math_qwen2.5math_rm_n8.jsonl.gz', least: 0.995, unexplained: 0 },
    { kind: 'date', file: 'date_gpt35_naturalprogram_n10.jsonl.gz', least: 0.96, unexplained: 0.001 },
    { kind: 'choice', file: 'mmlu_pro_28models_greedy_texts_280q.jsonl.gz', least: 0.969, unexplained: 0.003 },
  ] as const)('$kind: are read as those who recorded them read them, or for a reason', (recording) => {
    const { kind, file, least, unexplained } = recording
    for (const half of HALVES) {
      const { other, ...share } = shares(kind, readings(file, kind, half))
      console.info(kind, half, JSON.stringify(share))
      expect(share.equal).toBeGreaterThanOrEqual(least)
      expect(other / share.responses).toBeLessThanOrEqual(unexplained)
    }
  })

  it('keys the 500 gold answers of MATH-500 as themselves, and merges none that differ', () => {
    const golds = readGolds('math500.jsonl').map(({ answer }) => answer)
    const byKey = new Map<string, string[]>()
    for (const gold of new Set(golds)) {
      const key = answerKey('math', gold)
      byKey.set(key, [...(byKey.get(key) ?? []), gold])
    }
    const merged = [...byKey.values()].filter((each) => each.length > 1).map((each) => each.toSorted().join('   '))
    expect(golds).toHaveLength(500)
    for (const key of byKey.keys()) expect(answerKey('math', key)).toBe(key)
    expect(merged.toSorted()).toEqual(MERGED_GOLDS)
  })

  it('keys the 12,032 gold answers of MMLU-Pro as themselves', () => {
    const golds = readGolds('mmlu_pro_test.jsonl.gz')
    expect(golds).toHaveLength(12_032)
    for (const { answer, choices = [] } of golds) {
      expect(answerKey('choice', answer)).toBe(answer)
      expect(findAnswer('choice', `The answer is (${answer}).`, choices.length)?.answer).toBe(answer)
      const last = String.fromCharCode(64 + choices.length)
      expect(findAnswer('choice', `\\boxed{${String.fromCharCode(65 + choices.length)}}`, choices.length)).toBeNull()
      expect(answerKey('choice', last)).toBe(last)
    }
  })
})

/** Gold answers of different questions that have one value; each was checked by hand. */
const MERGED_GOLDS = [
  '-2,1   1,-2',
  '120   120^\\circ',
  '15   15\\mbox{ cm}^2',
  '10,\\!080   10080',
  '2 \\sqrt{5}   2\\sqrt{5}',
  '30   30^\\circ',
  '36   36^\\circ   \\$36',
  '5   x=5',
  '90   90^\\circ',
  '\\frac14   \\frac{1}{4}',
].toSorted()

function readGolds(file: string): Recorded[] {
  const bytes = readFileSync(`${SHARED}benchmarks/${file}`)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line): Recorded => JSON.parse(line))
}
