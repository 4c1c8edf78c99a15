import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAnswer } from '../find-answer.js'
import { NumberForm } from '../forms/forms.js'
import { LANGUAGES } from './all-languages.js'

const FORMS = readFileSync(new URL('../forms/numbers.jsonl', import.meta.url), 'utf8')
const HANDBOOK = new URL('../../../../docs/data/answer-languages.json', import.meta.url)

describe('the languages of statements', () => {
  it('are at least 20, each once, with a form that is read as its own', () => {
    expect(new Set(LANGUAGES.map(({ code }) => code)).size).toBe(LANGUAGES.length)
    expect(LANGUAGES.length).toBeGreaterThanOrEqual(20)
    const read = FORMS.trimEnd()
      .split('\n')
      .map((line) => NumberForm.parse(JSON.parse(line)))
      .map(({ form }) => findAnswer('math', form.replaceAll('{n}', '42'))?.language)
    // Languages that share their words are read as the first of them.
    const shared = ['ca', 'da', 'no', 'ur']
    expect(LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en' && !read.includes(code))).toEqual(shared)
  })

  it.skipIf(!existsSync(HANDBOOK))('are in the handbook', () => {
    const handbook = readFileSync(HANDBOOK, 'utf8')
    expect(LANGUAGES.filter(({ name }) => !handbook.includes(`\n    "${name}",`))).toEqual([])
  })
})
