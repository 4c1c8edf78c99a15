import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAnswer } from '../find-answer.js'
import { ChoiceForm } from './forms.js'

const LINES = readFileSync(new URL('choices.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

const forms = LINES.map((line) => ChoiceForm.parse(JSON.parse(line))).map((form) => ({
  ...form,
  read: findAnswer('choice', form.text, form.choices)?.answer ?? null,
}))
const PARTS = [
  ['looked at', forms.filter(({ heldOut }) => heldOut !== true)],
  ['held out', forms.filter(({ heldOut }) => heldOut === true)],
] as const

describe('forms in which people state a choice', () => {
  it('are at least 80 of at least 20 languages, each written once', () => {
    expect(new Set(forms.map(({ text }) => text)).size).toBe(forms.length)
    expect(PARTS[1][1].length).toBeGreaterThanOrEqual(80)
  })

  it.each(PARTS)('$0: 95 % are read, and no other letter', (part, some) => {
    const right = some.filter(({ read, right: letter }) => read === letter)
    console.info(part, right.length, 'of', some.length)
    expect(some.filter(({ read, right: letter }) => read !== null && read !== letter)).toEqual([])
    expect(right.length / some.length).toBeGreaterThanOrEqual(0.95)
  })
})
