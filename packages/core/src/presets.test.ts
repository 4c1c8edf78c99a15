import { METHOD_NAMES, requiredSignals } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { findPreset, PRESETS, RULE_PRESETS } from './presets.js'
import { EvaluationSpec } from './schemas/evaluation-spec.js'
import { defaultSampling } from './schemas/sampling.js'

it.each(PRESETS.map((preset) => [preset.name, preset] as const))(
  '%s is an evaluation but for its pool',
  (name, preset) => {
    const parsed = EvaluationSpec.parse({ ...preset.spec, pool: 'gpu' })
    expect(parsed).toMatchObject({ replicates: 10, paper: true })
    expect(Math.max(...parsed.methods.map(({ budget }) => budget))).toBe(16)
    const sampling = { ...defaultSampling(parsed.reasoning), ...parsed.sampling }
    expect(sampling).toMatchObject({ temperature: 0.7, topP: 0.95, topK: 0, minP: 0, repetitionPenalty: 1 })
    expect(parsed.reasoning).toBe(preset.model.includes('R1'))
    expect(findPreset(name)).toBe(preset)
  },
)

it('pairs the paper’s models with its benchmarks, the harder two with the one that thinks', () => {
  expect(benchmarksOf('R1-Distill-Qwen-7B')).toEqual(['aime24', 'gpqa-diamond'])
  expect(benchmarksOf('Qwen2.5-7B-Instruct')).toEqual(['math-500', 'gsm8k', 'mmlu-pro'])
  expect(findPreset('paper-nothing')).toBeNull()
})

function benchmarksOf(model: string): string[] {
  return PRESETS.filter((each) => each.model.endsWith(model)).map(({ spec }) => spec.benchmark)
}

/** Lists, gates, totals and groups of tokens that only their user can give, and partial answers that no fleet has. */
const WITH_NUMBERS = [
  'bayes-shapes',
  'reasc',
  'deepconf',
  'fixed-total',
  'blend-asc',
  'parallel-probe',
  'margin-retained',
]

it('offers every rule that needs no numbers of one’s own', () => {
  const specs = RULE_PRESETS.map(({ spec }) => EvaluationSpec.parse({ ...spec, benchmark: 'numbers', pool: 'gpu' }))
  const [cheap, onAnswers, all] = specs.map(({ methods }) => methods)
  expect(new Set(all?.map(({ method }) => method))).toEqual(
    new Set(METHOD_NAMES.filter((name) => !WITH_NUMBERS.includes(name))),
  )
  expect(requiredSignals(onAnswers ?? [])).toEqual([])
  expect(requiredSignals(all ?? [])).toEqual(['lns-arith'])
  expect(Math.max(...(cheap ?? []).map(({ budget }) => budget))).toBe(8)
})
