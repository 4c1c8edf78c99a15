import { expect, it } from 'vitest'
import { printable, printableLine } from './printing.js'

it.each([
  ['an escape sequence', '\u001b[31mred\u001b[0m', String.raw`\u001b[31mred\u001b[0m`],
  ['a title, ended by a bell', '\u001b]0;owned\u0007', String.raw`\u001b]0;owned\u0007`],
  ['a sequence of one character', '\u009b2J', String.raw`\u009b2J`],
  ['a carriage return', 'failed\rpassed', String.raw`failed\u000dpassed`],
  ['backspaces and deletes', 'no\b\b\u007fyes', String.raw`no\u0008\u0008\u007fyes`],
  ['marks that reverse', 'a\u202egpj.exe\u2066b', String.raw`a\u202egpj.exe\u2066b`],
  ['what is not seen', 'pay\u200bpal\ufeff', String.raw`pay\u200bpal\ufeff`],
  ['half a character', 'a\ud800b', String.raw`a\ud800b`],
])('writes out %s', (_, text, written) => {
  expect(printable(text)).toBe(written)
  expect(printable(written)).toBe(written)
})

it('leaves what people write: any script, emoji of several characters, tabs and lines', () => {
  const text = 'Grüße, 你好, می‌خواهم, 👩‍👩‍👧, 𝛾\tγ\n'
  expect(printable(text)).toBe(text)
  expect(printableLine('a\tb\nc')).toBe(String.raw`a\tb\nc`)
})

it('changes no JSON', () => {
  const content = { name: '\u001b[2J\u202e\u0085\r\n' }
  expect(JSON.parse(printable(JSON.stringify(content)))).toEqual(content)
})
