import { expect, it } from 'vitest'
import { renderPrompt } from './render-prompt.js'

it('puts the question and lettered choices in place', () => {
  const template = 'Q: {question}\n{choices}\nAgain: {question} {other}'
  expect(renderPrompt({ template }, { question: '1+1?', choices: ['2', '3'] })).toBe(
    'Q: 1+1?\nA. 2\nB. 3\nAgain: 1+1? {other}',
  )
  expect(renderPrompt({ template: '{question}[{choices}]' }, { question: 'x' })).toBe('x[]')
})

it('takes everything literally', () => {
  const question = "{choices} {question} $& $1 $$ $' $`"
  const prompt = renderPrompt({ template: '<{question}><{choices}>' }, { question, choices: ['{question}', '$&'] })
  expect(prompt).toBe(`<${question}><A. {question}\nB. $&>`)
})
