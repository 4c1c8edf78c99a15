import { expect, it } from 'vitest'
import { sameValue } from './same-value.js'

it.each([
  ['x^2+3x+2', '(x+1)(x+2)'],
  ['\\frac{1}{x}+\\frac{1}{y}', '\\frac{x+y}{xy}'],
  ['\\sin^2 x+\\cos^2 x', '1'],
  ['2\\sin x\\cos x', '\\sin 2x'],
  ['\\sqrt{3+2\\sqrt2}', '1+\\sqrt2'],
  ['\\ln 4', '2\\ln 2'],
  ['2\\ln x', '\\ln(x^2)'],
  ['\\log_2 8', '3'],
  ['\\log_3 x', '\\frac{\\ln x}{\\ln 3}'],
  ['2^{x+1}', '2\\cdot 2^x'],
  ['\\arctan 1', '\\frac{\\pi}{4}'],
  ['(x+i)(x-i)', 'x^2+1'],
  ['\\frac12', '0.5'],
])('grades %s as %s', async (answer, gold) => {
  expect(await sameValue('math', answer, gold)).toBe(true)
  expect(await sameValue('math', gold, answer)).toBe(true)
})

it.each([
  ['x^2+1', 'x^2+2'],
  ['x+1', 'n+1'],
  ['x+y', 'x'],
  ['\\sqrt{x^2}', 'x'],
  ['3.14', '\\pi'],
  ['3.141592653589793', '\\pi'],
  ['10000000001', '10000000002'],
  ['\\text{even}', '\\text{odd}'],
  ['(1,2)', '(2,1)'],
  ['\\sin x', 'x'],
  ['import', 'export'],
  ['\\frac{1}{x-x}', '\\frac{2}{x-x}'],
])('keeps %s from %s', async (answer, gold) => {
  expect(await sameValue('math', answer, gold)).toBe(false)
  expect(await sameValue('math', gold, answer)).toBe(false)
})

it('computes nothing of other kinds of answers', async () => {
  expect(await sameValue('text', '(x+1)(x+2)', 'x^2+3x+2')).toBe(false)
  expect(await sameValue('choice', 'A', 'B')).toBe(false)
})
