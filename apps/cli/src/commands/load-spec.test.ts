import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPreset } from '@cges-fleet/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSpec } from './load-spec.js'

let file: string

beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'cges-spec-')), 'spec.yaml')
})

afterAll(() => rmSync(join(file, '..'), { recursive: true }))

function read(text: string) {
  writeFileSync(file, text)
  return loadSpec(file)
}

it('starts from a preset, before which goes what the file says itself', () => {
  const whole = findPreset('paper-gsm8k')?.spec
  expect(read('preset: paper-gsm8k\npool: gpu\n')).toEqual({ ...whole, pool: 'gpu' })
  expect(read('preset: paper-gsm8k\npool: gpu\nreplicates: 1\nmethods: [sc]\n')).toEqual({
    ...whole,
    pool: 'gpu',
    replicates: 1,
    methods: ['sc'],
  })
})

it('names the presets there are where one is none, and what else the file lacks', () => {
  expect(() => read('preset: paper\npool: gpu\n')).toThrow(/there is no preset "paper": one of paper-aime24, /)
  expect(() => read('preset: paper-gms8k\npool: gpu\n')).toThrow(/did you mean paper-gsm8k\?/)
  expect(() => read('preset: paper-gsm8k\n')).toThrow(/pool/)
  expect(() => read('preset: paper-gsm8k\npool: gpu\nbudget: none\n')).toThrow(/budget/)
})
