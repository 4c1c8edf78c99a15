/** A way to write a text of any length, made to be slow to read. */
export interface Shape {
  readonly name: string
  readonly text: (length: number) => string
}

/** One piece after another, the last cut. */
export function repeated(piece: string): Shape {
  const name = JSON.stringify(piece).slice(0, 40)
  return { name, text: (length) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length) }
}

/** Pieces that neither begin nor end the text. */
function enclosed(piece: string): Shape {
  const { name, text } = repeated(piece)
  return { name: `a${name}b`, text: (length) => `a${text(Math.max(0, length - 2))}b` }
}

/** As deep as the length allows. */
export function nested(open: string, inner: string, close: string): Shape {
  const depth = (length: number) => Math.max(1, Math.floor((length - inner.length) / (open.length + close.length)))
  return {
    name: `${open}…${close}`,
    text: (length) => `${open.repeat(depth(length))}${inner}${close.repeat(depth(length))}`,
  }
}

/** What reads answers looks for, whole and cut short. */
const MARKERS = [
  '\\boxed{ ',
  '####\n',
  'answer is *',
  '\n\n',
  '\n \n',
  '1/1/2020 ',
  '3 May ',
  'The answer is (A) and ',
  '\\boxed{}',
  '\\boxed{',
  '\\boxed',
  '\\box',
  '\\fbox {',
  '<answer>',
  '<answer>1',
  '####',
  '</think>',
  'answer is ',
  'the answer to the question is',
  'Answer: ',
  'best option is',
  '\n\nQuestion:',
  'Question 1:\n',
  'May 3, ',
  '1/1/',
  '(A) and ',
  'attachment://',
  '"filter":"',
  '{question}',
  '{choices}',
]

const CHARACTERS = [
  '\\',
  '"',
  "'",
  '`',
  '“',
  '*',
  '$',
  '.',
  ',',
  '?',
  '-',
  '|',
  '<',
  '=',
  '!',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\0',
  '\u0301',
  'a\u0301\u0323',
  '\u0f71\u0f72',
  '\ufdfa',
  '\u1e9b\u0323',
  '\u{1d49c}',
  '😀',
  '\ud800',
  '½',
  '1',
  '9',
  '1.',
  '1,',
  '1,000',
  '0:',
  '1-',
  'a',
  'a.',
  'a ',
  'A, ',
  'one hundred ',
]

const MATHEMATICS = [
  '}',
  '\\frac{',
  '0',
  '1 ',
  '((x+1)^2',
  'x=',
  '(1+\\sqrt{2})^8',
  '|x',
  '^{9}',
  '1/(1+\\sqrt{',
  '(x^{99}+1)/',
  'sin ',
  '\\ln 2+',
  '(1+i)^{1/3}+',
  '(1,2)\\cup',
  '\\{1,\\{',
  '\\{',
  '\\{1,',
  '(1,',
  '(',
  '[',
  '{',
  '\\left(',
  '\\frac',
  '\\frac{1}',
  '\\sqrt',
  '\\sqrt{2}+',
  '\\text{',
  '\\text{ cm}',
  '\\pm1',
  '\\cup(1,2)',
  'x>1\\text{ or }',
  '|x-1|<',
  '(x+1)',
  '(x+y+z+w)^{12}',
  '(2^{1000}+x)^{12}',
  '2^',
  'x^{99}',
  '999999999999^',
  'e^{',
  '\\sin ',
  '\\arctan 2+',
  '\\log_',
  '\\binom{x}{6}',
  '\\begin{pmatrix}',
  '1&',
  '1\\\\',
  '⟨1⟩',
  '0.1\\overline{6}',
  '\\,000',
  '^\\circ',
  '{,}',
]

const NESTED = [
  nested('\\{', '1', '\\}'),
  nested('\\{1,', '2', ',3\\}'),
  nested('(', '1', ')'),
  nested('(1,', '2', ')'),
  nested('[', '1', ']'),
  nested('{', '1', '}'),
  nested('\\frac{1}{', '2', '}'),
  nested('\\sqrt{', '2', '}'),
  nested('\\boxed{', '1', '}'),
  nested('\\text{', 'a', '}'),
  nested('(x+', '1', ')^2'),
  nested('1/(1+\\sqrt{', '2', '})'),
  nested('\\sin(', 'x', ')'),
  nested('$', '1', '$'),
  nested('**', '1', '**'),
  nested('"', 'a', '"'),
  nested('|', 'x', '|'),
]

const PIECES = [...MARKERS, ...CHARACTERS, ...MATHEMATICS]

export const HOSTILE_TEXTS: readonly Shape[] = [...PIECES.map(repeated), ...PIECES.map(enclosed), ...NESTED]
