import { expect, it } from 'vitest'
import { findAnswer } from './find-answer.js'

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
