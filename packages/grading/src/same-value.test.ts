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
  ['(\\sqrt{3+2\\sqrt2}, 1)', '(1+\\sqrt2, 1)'],
  ['\\{x^2+3x+2, y\\}', '\\{y, (x+1)(x+2)\\}'],
  ['1\\pm\\sqrt{3+2\\sqrt2}', '\\{-\\sqrt2, 2+\\sqrt2\\}'],
  ['[0, 2\\ln 2)', '[0, \\ln 4)'],
  ['(-\\infty, \\ln 4)\\cup(5,\\infty)', '(-\\infty, 2\\ln 2)\\cup(5,\\infty)'],
  ['\\begin{pmatrix}\\ln 4&0\\\\0&1\\end{pmatrix}', '\\begin{pmatrix}2\\ln 2&0\\\\0&1\\end{pmatrix}'],
  ['\\{(1,\\ln 4),(3,4)\\}', '\\{(3,4),(1,2\\ln 2)\\}'],
  ['\\{1,2\\ln 2\\}', '\\{\\ln 4, 1, 2\\ln 2\\}'],
  ['x > \\ln 4', 'x > 2\\ln 2'],
  ['(x+1)(x+2)=z^3', 'x^2+3x+2=z^3'],
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
  ['(1,2)', '[1,2]'],
  ['[0,\\ln 4)', '(0,2\\ln 2]'],
  ['\\{1,2\\}', '(1,2)'],
  ['\\{1,\\ln 4\\}', '\\{\\ln 4, 2\\ln 2\\}'],
  ['\\{1,2\\}', '\\{1,2,3\\}'],
  ['(x,y)', '(y,x)'],
  ['(x+1)(x+2)', '(x+1,x+2)'],
  ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '\\begin{pmatrix}1&3\\\\2&4\\end{pmatrix}'],
  ['\\begin{pmatrix}1&2\\end{pmatrix}', '\\begin{pmatrix}1\\\\2\\end{pmatrix}'],
  ['(-\\infty,3)\\cup[5,\\infty)', '(-\\infty,3)\\cup(5,\\infty)'],
  ['x>3', 'x<3'],
  ['x>3', '3'],
  ['[0,1)', '(1,0]'],
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
