import { existsSync } from 'node:fs'
import { EvaluationDraft, SuiteDraft } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { WIDTH } from '../shell/format.js'
import { fileReference } from './file-reference.js'

const text = fileReference()

it('has every field of both files, those inside others too', () => {
  const fields = [...Object.keys(EvaluationDraft.shape), ...Object.keys(SuiteDraft.shape), 'preset']
  for (const name of [...fields, 'caps.calls', 'until.margin', 'sampling.maxTokens'])
    expect(text, name).toMatch(new RegExp(`^  ${name.replace('.', '\\.')}: \\S`, 'mu'))
})

it('gives every field an example', () => {
  const fields = text.match(/^ {2}[\w.]+: (?:.*(?:\n {6}(?!Example).*)*)\n {6}Example: \S/gmu) ?? []
  const named = fields.map((field) => /^ {2}([\w.]+)/u.exec(field)?.[1])
  for (const name of [...Object.keys(EvaluationDraft.shape), 'benchmarks', 'pools', 'preset', 'until.atLeast'])
    expect(named).toContain(name)
  expect(text).toContain('\n      Example: { temperature: 0.6, maxTokens: 2048 }\n')
})

it('says types and defaults, and shows an example of each', () => {
  expect(text).toContain('  budget: whole number, 1 to 1,024; default 16\n')
  expect(text).toContain('  pool: text; required\n')
  expect(text).toMatch(/^ {2}caps: \{ calls: 20000/mu)
  expect(text).toMatch(/^ {2}pools: \[small, large\]/mu)
  expect(text).not.toMatch(/`|\]\(/u)
})

it('names schemas that exist, for an editor', () => {
  const named = [...text.matchAll(/\$schema=(\S+)/gu)].map(([, file]) => file ?? '')
  expect(named).toHaveLength(2)
  for (const file of named) expect(existsSync(file), file).toBe(true)
})

it('fits a terminal', () => {
  for (const line of text.split('\n').filter((each) => !/[/\\]|^ {2}\S+:.*#/u.test(each))) {
    expect(line.length, line).toBeLessThanOrEqual(WIDTH + 2)
  }
})
