import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerKind } from './answer-kind.js'
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
    ['#### 2. Find the speed', '2'],
    ['#### 18 dollars', '18'],
    ['<answer>1/2</answer>', '1/2'],
    ['\\boxed{3}\n#### 4', '3'],
    ['The answer is 5', '5'],
    ['The answer is: **$\\frac{1}{2}$**.', '$\\frac{1}{2}$'],
    ['Final Answer: 3.5\nDone', '3.5'],
    ['The answer is 5, as the answer is 6.', '6'],
    ['The answer is five times larger', null],
    ['The answer is 5 apples', '5'],
    ['The answer is 230 miles.', '230'],
    ['The answer is $18 per day.', '$18'],
    ['So the answer is approximately 2.', '2'],
    ['The answer is \\(348.\\)', '\\(348.\\)'],
    ['The answer is odd.', 'odd'],
    ['The answer is not 5.', '5'],
    ['so $x = \\frac{1}{2}$ and we are done', '\\frac{1}{2}'],
    ['They have 3 cats and 12 dogs', '12'],
    ['<think>it is 4</think>It is 5', '5'],
    ['The answer is', null],
    ['so \\boxed{5}.\n\nQuestion: What next?\nAnswer: \\boxed{6}', '5'],
    ['\n\nQuestion: What is it?\n\nThe answer is 7.', '7'],
    ['\\boxed{$}', null],
    ['\\boxedx{3}', '3'],
    [`\\boxed{${'1'.repeat(4001)}}`, null],
    ['', null],
  ])('mathematics: %j is %j', (text, answer) => expect(readAnswer('math', text)?.answer ?? null).toBe(answer))

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
    ['I like (B)', 'B'],
    ['I do not like (B)', null],
    ['Option D fits.', 'D'],
    ['It weighs 5 A.', null],
    ['The answer is (A) and (B).', null],
    ['The answer is (A, B)', null],
    ['The answer is (A). Final Answer: A or C', null],
    ['The answer is (A). And the answer is (C).', 'C'],
    ['Final Answer:\nB. 24', 'B'],
    ['The closest option is (D).', 'D'],
    ['consider each choice:\n(A) means', 'A'],
    ['The answer is (A', null],
    ['The answer is (B).\n\nQuestion:\nWhat else?\nAnswer: the answer is (C).', 'B'],
    ['a wrong choice is (C)', null],
  ])('choice of four: %j is %j', (text, answer) => expect(readAnswer('choice', text, 4)?.answer ?? null).toBe(answer))

  it('reads the date named last, and text as it is stated or ends', () => {
    expect(readAnswer('date', 'It is \\boxed{05/03/2021}, not 2021-01-01')?.answer).toBe('05/03/2021')
    expect(readAnswer('date', 'From 05/03/2021 on, so it is May 7, 2021.')?.answer).toBe('May 7, 2021')
    expect(readAnswer('date', 'It is 7th of May 2021 or 23/12/1986')?.answer).toBe('23/12/1986')
    expect(readAnswer('date', 'Call 555-123-4567, in March 2021')).toBeNull()
    expect(readAnswer('text', 'It is Paris.\nSo the answer is **yajo**.')?.answer).toBe('yajo')
    expect(readAnswer('text', 'It was built there.\n\nParis')?.answer).toBe('Paris')
    expect(readAnswer('text', `It was built there, ${'and there '.repeat(9)}`)).toBeNull()
    expect(readAnswer('text', '\\boxed{\\text{Paris}}')?.answer).toBe('\\text{Paris}')
    expect(readAnswer('text', '\\boxed{a\u0000b}')?.answer).toBe('a b')
  })

  it('finds what was boxed last, whatever came before', () => {
    const noise = fc.array(fc.constantFrom('\\boxed{', '}', '{', 'x', ' ', '\n', '\\\\', '####', '$'), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(noise, fc.integer(), (before, value) => {
        expect(readAnswer('math', `${before.join('')} \\boxed{${value}}`)?.answer).toBe(String(value))
      }),
    )
  })

  it('never gives an answer without a key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(...AnswerKind.options),
        (text, kind) => {
          const answer = readAnswer(kind, `\\boxed{${text}}`)?.answer ?? null
          if (answer !== null) expect(answerKey(kind, answer)).not.toBe('')
        },
      ),
    )
  })
})

const HOSTILE = [
  '\\boxed{',
  '{',
  '}',
  '\\',
  ' ',
  '\\boxed{ ',
  '####',
  '####\n',
  'answer is ',
  'answer is *',
  '\\text{',
  '\n\n',
  '\n \n',
  '\n\nQuestion:',
  '1/1/2020 ',
  '1/1/',
  'May 3, ',
  '3 May ',
  'The answer is (A) and ',
  'best option is',
]
const ODD = ['\\frac', '\\frac{', '1,000', '0', 'a\u0301\u0323', '$', '"', '\\text{ cm}', '\\boxed{}', '\\fbox {', '1 ']
const NESTED = [
  '\\sqrt',
  '(',
  '((x+1)^2',
  '2^',
  '(x+1)',
  '\\pm1',
  'x=',
  '1,',
  '\\{',
  '9',
  '(1+\\sqrt{2})^8',
  '|x',
  '^{9}',
  '!',
  '\\begin{pmatrix}',
  '1&',
  '1/(1+\\sqrt{',
  '999999999999^',
  '\\sqrt{2}+',
  '\\frac{1}',
  '(x^{99}+1)/',
  'sin ',
  '\\ln 2+',
  '\\arctan 2+',
  'e^{',
  '(x+y+z+w)^{12}',
  '(1+i)^{1/3}+',
  '(2^{1000}+x)^{12}',
  '\\binom{x}{6}',
  '(1,2)\\cup',
  'x>1\\text{ or }',
  '|x-1|<',
  '\\{1,\\{',
  '⟨1⟩',
]

describe('a megabyte of hostile text', () => {
  it.each([...HOSTILE, ...ODD])('is read in 50 ms, and keyed: %j', (piece) => {
    const megabyte = piece.repeat(Math.ceil(1_000_000 / piece.length))
    for (const kind of AnswerKind.options) {
      expect(fastest(() => readAnswer(kind, megabyte))).toBeLessThan(LIMIT_MS)
      expect(fastest(() => answerKey(kind, megabyte))).toBeLessThan(LIMIT_MS)
    }
  })

  it.each([...HOSTILE, ...ODD])('keys the longest answer at once: %j', (piece) => {
    const longest = piece.repeat(4000 / piece.length)
    for (const kind of AnswerKind.options) expect(fastest(() => answerKey(kind, longest))).toBeLessThan(LIMIT_MS)
  })

  it.each(NESTED)('keys mathematics of the length it reads in 50 ms: %j', (piece) => {
    for (const length of [400, 200, 50]) {
      const text = piece.repeat(length / piece.length)
      expect(fastest(() => answerKey('math', text))).toBeLessThan(LIMIT_MS)
    }
  })
})

const LIMIT_MS = 50

/**
 * The least CPU time of up to twenty runs, in milliseconds, the first below the limit being enough: what else the
 * machine does, and what the compiler and the collector do meanwhile, makes single runs slower and never faster.
 */
function fastest(run: () => unknown): number {
  let least = Infinity
  for (let at = 0; at < 20 && least >= LIMIT_MS; at += 1) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
