import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPreset } from '@cges-fleet/core'
import { parseUntilDraft } from '@cges-fleet/replay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FieldError } from '../api/api-client.js'
import { loadSpec, specFieldsHelp, placed } from './spec-file.js'

let file: string

beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'cges-spec-')), 'spec.yaml')
})

afterAll(() => rmSync(join(file, '..'), { recursive: true }))

function read(text: string) {
  writeFileSync(file, text)
  return loadSpec(file).spec
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
  expect(() => read('preset: paper\npool: gpu\n')).toThrow(
    /spec\.yaml, line 1: there is no preset "paper": one of paper-aime24, /,
  )
  expect(() => read('preset: paper-gms8k\npool: gpu\n')).toThrow(/did you mean paper-gsm8k\?/)
  expect(() => read('preset: paper-gsm8k\n')).toThrow(/pool/)
  expect(() => read('preset: paper-gsm8k\npool: gpu\nbudget: none\n')).toThrow(/budget/)
})

it('says of each wrong field what was found and expected, and names the nearest field', () => {
  const wrong = 'benchmark: mine\npool: gpu\nmethods: [sc]\nbugdet: 8\nreplicates: many\ncaps: { call: 3 }\n'
  expect(() => read(wrong)).toThrow(
    /spec\.yaml is not an evaluation:\n {2}line 4: there is no field "bugdet"; did you mean budget\?\n {2}line 5: replicates: must be a whole number from 1 to 1000, found "many"\n {2}line 6: caps: there is no field "call"; did you mean calls\?\n {2}cges evaluate --help-file/u,
  )
})

it('names files that exist', () => {
  for (const file of specFieldsHelp().match(/[^ =]+\.(?:md|json)$/gmu) ?? []) expect(existsSync(file), file).toBe(true)
  expect(specFieldsHelp()).toMatch(/evaluation-file\.md$[^]*evaluation\.schema\.json$/mu)
})

it('lists every field for the help', () => {
  const help = specFieldsHelp()
  for (const field of ['suite', 'caps', 'notify', 'preset']) expect(help).toMatch(new RegExp(`^  ${field} +\\S`, 'mu'))
  for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(150)
})

it('fills in the usual settings of methods that name none', () => {
  writeFileSync(file, 'benchmark: mine\npool: gpu\nmethods: [sc, esc, cges]\nbudget: 4\n')
  expect(loadSpec(file).spec.methods).toEqual(['sc', 'esc:window=2', 'cges:confidence=lns-arith,gamma=0.99'])
})

it('takes an end from the command in place of the file’s, and refuses one that cannot be', () => {
  writeFileSync(file, 'benchmark: mine\npool: gpu\nmethods: [sc]\nbudget: 8\nuntil: { accuracy: 9 }\n')
  const until = parseUntilDraft('decided=sc@8;margin=2;at-least=80')
  expect(() => loadSpec(file, { until })).toThrow(/until/u)
  writeFileSync(file, 'benchmark: mine\npool: gpu\nmethods: [sc, asc-beta]\nbudget: 8\nuntil: { accuracy: 9 }\n')
  expect(loadSpec(file).spec).toMatchObject({ until: { accuracy: 9 } })
  expect(loadSpec(file, { until }).spec.until).toEqual({ decided: 'sc@8', margin: 2, atLeast: 80 })
  writeFileSync(file, 'suite: table\nbenchmarks: [mine]\npools: [gpu]\nmethods: [sc, asc-beta]\nbudget: 8\n')
  expect(loadSpec(file, { until })).toMatchObject({ kind: 'suite', spec: { until } })
  writeFileSync(
    file,
    'suite: table\nbenchmarks: [mine]\npools: [gpu]\nmethods: [sc, asc-beta]\nbudget: 8\nreplicates: 2\n',
  )
  expect(() => loadSpec(file, { until })).toThrow(/replicates above 1/u)
})

it('names the line of a field that the API refuses, and no file for what is not in it', async () => {
  writeFileSync(file, 'benchmark: countr\n')
  const refused = (field: string) => placed(file, Promise.reject(new FieldError(`${field}: no`, field)))
  await expect(refused('benchmark')).rejects.toThrow(`${file}, line 1: benchmark: no`)
  await expect(refused('Idempotency-Key')).rejects.toThrow(/^Idempotency-Key: no$/u)
})
