import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerKey, AnswerKind } from './answer-key.js'
import { findAnswer, findAnswerBeforeCut } from './find-answer.js'

describe('findAnswer', () => {
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
  ])('mathematics: %j is %j', (text, answer) => expect(findAnswer('math', text)?.answer ?? null).toBe(answer))

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
  ])('choice of four: %j is %j', (text, answer) => expect(findAnswer('choice', text, 4)?.answer ?? null).toBe(answer))

  it('reads the date named last, and text as it is stated or ends', () => {
    expect(findAnswer('date', 'It is \\boxed{05/03/2021}, not 2021-01-01')?.answer).toBe('05/03/2021')
    expect(findAnswer('date', 'From 05/03/2021 on, so it is May 7, 2021.')?.answer).toBe('May 7, 2021')
    expect(findAnswer('date', 'It is 7th of May 2021 or 23/12/1986')?.answer).toBe('23/12/1986')
    expect(findAnswer('date', 'Call 555-123-4567, in March 2021')).toBeNull()
    expect(findAnswer('text', 'It is Paris.\nSo the answer is **yajo**.')?.answer).toBe('yajo')
    expect(findAnswer('text', 'It was built there.\n\nParis')?.answer).toBe('Paris')
    expect(findAnswer('text', `It was built there, ${'and there '.repeat(9)}`)).toBeNull()
    expect(findAnswer('text', '\\boxed{\\text{Paris}}')?.answer).toBe('\\text{Paris}')
    expect(findAnswer('text', '\\boxed{a\u0000b}')?.answer).toBe('a b')
  })

  it('finds what was boxed last, whatever came before', () => {
    const noise = fc.array(fc.constantFrom('\\boxed{', '}', '{', 'x', ' ', '\n', '\\\\', '####', '$'), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(noise, fc.integer(), (before, value) => {
        expect(findAnswer('math', `${before.join('')} \\boxed{${value}}`)?.answer).toBe(String(value))
      }),
    )
  })

  it('never gives an answer without a key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(...AnswerKind.options),
        (text, kind) => {
          const answer = findAnswer(kind, `\\boxed{${text}}`)?.answer ?? null
          if (answer !== null) expect(answerKey(kind, answer)).not.toBe('')
        },
      ),
    )
  })
})

it.each([
  ['math', 'First 3. The answer is 4. \\boxed{5}', '5', 'marked'],
  ['math', 'First 3. The answer is 4.\n#### 5 ducks', '5', 'marked'],
  ['math', 'First 3. The answer is 4 ducks, I think.', '4', 'stated'],
  ['math', 'It is 3, and 4 in all.', '4', 'last'],
  ['choice', 'The answer is (C), not (B)', 'C', 'stated'],
  ['choice', 'which leaves (B).', 'B', 'stated'],
  ['choice', 'Only (B) is left.', 'B', 'last'],
  ['date', 'From 05/03/2021: the answer is 05/04/2021, which is before 05/05/2021.', '05/05/2021', 'stated'],
  ['date', 'From 05/03/2021 on.', '05/03/2021', 'last'],
  ['text', 'I thought.\nAnswer: Paris', 'Paris', 'stated'],
  ['text', 'I thought.\nParis', 'Paris', 'last'],
] as const)('%s: %j is %j, by what is %s', (...[kind, text, answer, tier]) => {
  expect(findAnswer(kind, text, 4)).toMatchObject({ answer, tier })
})

it.each([
  ['so \\boxed{5}.\n\nQuestion: What next?\nAnswer: it is', '5'],
  ['The answer is 7.\n\nQ: And now?\nA: The', '7'],
  // Cut within its own question, whatever it had said.
  ['so \\boxed{5}. Wait, that is', null],
  ['First 12, then 13.\n\nQuestion: What next?', null],
  ['Question: What is asked?\n\nThe answer is 7. Hm', null],
])('reads of a response that was cut what it had finished: %j', (text, answer) => {
  expect(findAnswerBeforeCut('math', text)?.answer ?? null).toBe(answer)
})
