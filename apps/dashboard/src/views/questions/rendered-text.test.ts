import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { hasMarkup } from './has-markup'
import { RenderedText } from './rendered-text'

const html = (text: string) => renderToStaticMarkup(createElement(RenderedText, { text }))

/** The text that a reader sees, formulas left out. */
const wordsOf = (text: string) =>
  html(text)
    .replaceAll(/<span class="formula.*?<\/span><\/span><\/span><\/span>/gs, '∎')
    .replaceAll(/<[^>]*>/g, '')

const formulasIn = (text: string) => html(text).split('class="katex-mathml"').length - 1

describe('formulas', () => {
  it.each([
    ['The sum is $x^2 + 1$.', 1],
    ['It is \\(a\\) and \\[b\\], so $$c$$.', 3],
    ['So the final answer is \\boxed{\\frac{1}{2}}.', 1],
    ['\\begin{align}\na &= b \\\\\n\n&= c\n\\end{align}', 1],
    ['\\[\nx = 1\n- 2\n\\]\n\nThen more.', 1],
    ['$$\nx\n\n- y\n$$', 1],
    ['$\\frac{a}{b$', 0],
    ['`$x$` is code', 0],
    ['```\n$x$\n```', 0],
  ])('finds in %j %i of them', (text, count) => {
    expect(formulasIn(text)).toBe(count)
  })

  it('leaves money and what never closes as it was written', () => {
    for (const text of ['It costs $5 and $10 more.', 'Pay $ 5 or 6 $ now', 'open \\( and no end', 'a \\[ b'])
      expect(wordsOf(text)).toBe(text)
  })

  it('shows what is no TeX, and what hides characters, as it was written', () => {
    expect(wordsOf('$\\frac{$')).toBe('$\\frac{$')
    expect(wordsOf('$\\notacommand x$')).toContain('\\notacommand x')
    expect(wordsOf('$a\u202Eb$')).toContain('aU+202Eb')
  })

  it('sets a bounded number of them', () => {
    expect(formulasIn('$x$ '.repeat(500))).toBe(400)
  })
})

describe('Markdown', () => {
  it('sets headings, lists, emphasis, code and tables', () => {
    const text = '# Plan\n\n3. **first**\n4. *second*\n\n| a | b |\n| - | - |\n| 1 | `2` |\n\n```py\nx = 1\n```'
    const set = html(text)
    for (const tag of [
      '<h4>Plan',
      '<ol start="3">',
      '<strong>first',
      '<em>second',
      '<td>1',
      '<code>2',
      '<pre><code>x = 1',
    ])
      expect(set).toContain(tag)
  })

  it('loses no word of what it sets', () => {
    const text = 'Step 1: take 3 * 4 = 12 and a_b_c, then <b>12</b> &amp; [see](https://example.org/x) it.'
    expect(wordsOf(text)).toBe('Step 1: take 3 * 4 = 12 and a_b_c, then &lt;b&gt;12&lt;/b&gt; &amp; see it.')
  })
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '[click](https://example.org)',
  '![picture](https://example.org/x.png)',
  '<https://example.org>',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\url{https://example.org}$',
  '$\\includegraphics{https://example.org/x.png}$',
  '$\\htmlStyle{background:url(https://example.org)}{x}$',
  '$\\htmlData{a=b}{x}$',
  '$\\text{<img src=x onerror=alert(1)>}$',
])('loads, links and runs nothing of %j', (text) => {
  const set = html(text)
  // What it writes as text is escaped: only tags count.
  const tags = set.match(/<[^>]*>/g)?.join('\n') ?? ''
  expect(tags).not.toMatch(/<(?:a|img|script|iframe|object|link|form|input)\b|\b(?:href|src|on\w+)=|url\(/i)
})

it.each([
  '[',
  '(',
  '*',
  '_',
  '`',
  '$',
  '\\(',
  '\\[',
  '\\boxed{',
  '> ',
  '- ',
  '|',
  '![',
  '<',
  '&',
  '\\begin{align}',
  '$x',
  '${',
])(
  'ends on a text that is nothing but %j',
  (piece) => {
    expect(html(piece.repeat(32_000 / piece.length)).length).toBeGreaterThan(0)
  },
  60_000,
)

it.each([
  '{'.repeat(900),
  '\\sqrt{'.repeat(300),
  '\\def\\a{\\a\\a}\\a',
  '\\frac{'.repeat(300),
  '\\rule{9999em}{9999em}',
])('ends on the formula %j', (tex) => {
  expect(html(`$${tex}$`)).not.toMatch(/(?:width|height):\s*\d{3,}em/)
})

it.each([
  ['plain words, 3 * 4 = 12 (a)', false],
  ['a_b_c and 5 < 6', false],
  ['the answer is \\boxed{4}', true],
  ['**bold**', true],
  ['1. first\n2. second', true],
  ['$x$', true],
  ['costs $5', false],
])('knows whether %j has something to set', (text, has) => {
  expect(hasMarkup(text)).toBe(has)
})
