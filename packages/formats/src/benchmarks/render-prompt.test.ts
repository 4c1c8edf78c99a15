import { expect, it } from 'vitest'
import { Benchmark } from '@cges-fleet/core'
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

const problem = (template: string) => Benchmark.shape.template.safeParse(template).error?.issues[0]?.message

it('takes a question and its choices at eight places and no more', () => {
  expect(problem('{question}'.repeat(8))).toBeUndefined()
  expect(problem('{question}{choices}'.repeat(4))).toBeUndefined()
  expect(problem(`${'{question}{choices}'.repeat(4)}{choices}`)).toContain('at most 8 times')
  expect(problem('{choices}')).toBe('must contain {question}')
})
