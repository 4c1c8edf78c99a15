import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerKind } from '../schemas/benchmark.js'
import { answerKey } from './answer-key.js'
import { readAnswer } from './read-answer.js'

describe('readAnswer', () => {
  it.each([
    ['so \\boxed{5}.', '5'],
    ['\\boxed{1} no, \\boxed{2}', '2'],
    ['\\boxed{\\frac{1}{2}}', '\\frac{1}{2}'],
    ['\\boxed{\\{1, 2\\}}', '\\{1, 2\\}'],
    ['\\fbox{7} ', '7'],
    ['\\boxed {7}', '7'],
    ['\\\\boxed{7}', '7'],
    ['\\boxed{\\boxed{5}}', '5'],
    ['\\boxed{3} and then \\boxed{4', '3'],
    ['put it in \\boxed{}: \\boxed{3}, \\boxed{ }', '3'],
    ['{{ \\boxed{3}', '3'],
    ['}} \\boxed{3}', '3'],
    ['16 - 7 = 9\n#### 9', '9'],
    ['#### 1\n#### $18,000 \nbye', '$18,000'],
    ['#### \\frac{1}{2}', '\\frac{1}{2}'],
    ['#### Conclusion', null],
    ['#### 2. Find the speed', null],
    ['\\boxed{3}\n#### 4', '3'],
    ['The answer is 5', null],
    ['\\boxed{$}', null],
    ['\\boxedx{3}', null],
    [`\\boxed{${'1'.repeat(4001)}}`, null],
    ['', null],
  ])('mathematics: %j is %j', (text, answer) => expect(readAnswer('math', text)).toBe(answer))

  it.each([
    ['\\boxed{B}', 'B'],
    ['\\boxed{\\text{(c)}}', 'C'],
    ['\\boxed{A. the first}', 'A'],
    ['The answer is (D).', 'D'],
    ['the answer is (d)', 'D'],
    ['The answer is A, no: the answer is **B**.', 'B'],
    ['Answer: C', 'C'],
    ['\\boxed{42} so the answer is (B)', 'B'],
    ['the answer is Because', null],
    ['the answer is not (A)', null],
    ['\\boxed{E}', null],
    ['I like (B)', null],
  ])('choice of four: %j is %j', (text, answer) => expect(readAnswer('choice', text, 4)).toBe(answer))

  it('reads dates and text from a box alone', () => {
    expect(readAnswer('date', 'It is \\boxed{05/03/2021}')).toBe('05/03/2021')
    expect(readAnswer('date', 'It is 05/03/2021')).toBeNull()
    expect(readAnswer('text', '\\boxed{\\text{Paris}}')).toBe('\\text{Paris}')
    expect(readAnswer('text', '\\boxed{a\u0000b}')).toBe('a b')
  })

  it('finds what was boxed last, whatever came before', () => {
    const noise = fc.array(fc.constantFrom('\\boxed{', '}', '{', 'x', ' ', '\n', '\\\\', '####', '$'), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(noise, fc.integer(), (before, value) => {
        expect(readAnswer('math', `${before.join('')} \\boxed{${value}}`)).toBe(String(value))
      }),
    )
  })

  it('never gives an answer without a key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(...AnswerKind.options),
        (text, kind) => {
          const answer = readAnswer(kind, `\\boxed{${text}}`)
          if (answer !== null) expect(answerKey(kind, answer)).not.toBe('')
        },
      ),
    )
  })
})

const HOSTILE = ['\\boxed{', '{', '}', '\\', ' ', '\\boxed{ ', '####', '####\n', 'answer is ', 'answer is *', '\\text{']
const ODD = ['\\frac', '\\frac{', '1,000', '0', 'a\u0301\u0323', '$', '"', '\\text{ cm}', '\\boxed{}', '\\fbox {', '1 ']

describe('a megabyte of hostile text', () => {
  it.each([...HOSTILE, ...ODD])('takes linear time: %j', (piece) => {
    const small = piece.repeat(Math.ceil(500_000 / piece.length))
    const large = small + small
    const runs = [
      (text: string) => readAnswer('math', text),
      (text: string) => readAnswer('choice', text),
      (text: string) => answerKey('math', text),
    ]
    for (const run of runs) {
      const [once, twice] = [fastest(() => run(small)), fastest(() => run(large))]
      // Quadratic work on a megabyte would take minutes, so the bounds can be wide.
      expect(twice).toBeLessThan(1000)
      expect(twice).toBeLessThan(4 * once + 100)
    }
  })

  it.each([...HOSTILE, ...ODD])('keys the longest answer at once: %j', (piece) => {
    const longest = piece.repeat(4000 / piece.length)
    for (const kind of AnswerKind.options) expect(fastest(() => answerKey(kind, longest))).toBeLessThan(50)
  })
})

/** The least CPU time of three runs, in milliseconds: what else the machine does is left out. */
function fastest(run: () => unknown): number {
  const spent = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...spent)
}
