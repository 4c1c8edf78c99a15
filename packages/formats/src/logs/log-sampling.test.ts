import { describe, expect, it } from 'vitest'
import { parseSampling, SamplingCensus } from './log-sampling.js'

describe('parseSampling', () => {
  it.each([
    [
      { temperature: 0.7, top_p: 0.95, max_gen_toks: 256, until: [] },
      { temperature: 0.7, topP: 0.95, maxTokens: 256, stop: [] },
    ],
    [{ do_sample: false, temperature: 0.7 }, { temperature: 0 }],
    [
      { do_sample: true, temperature: 0.6, top_k: -1 },
      { temperature: 0.6, topK: 0 },
    ],
    [
      { top_k: 40, min_p: 0.05, repetition_penalty: 1.1 },
      { topK: 40, minP: 0.05, repetitionPenalty: 1.1 },
    ],
    [{ until: '\n\n' }, { stop: ['\n\n'] }],
    [{ stop_seqs: ['Q:', '###'] }, { stop: ['Q:', '###'] }],
    [{ until: ['1', '2', '3', '4', '5'] }, {}],
    [{ max_tokens: 512, max_new_tokens: 1 }, { maxTokens: 512 }],
    // With its prompt: no bound of the answer.
    [{ max_length: 2048 }, {}],
    [{ temperature: 'hot', top_p: 7, max_tokens: null }, {}],
    [null, {}],
    ['temperature=1', {}],
  ])('%j', (given, known) => {
    expect(parseSampling(given)).toEqual(known)
  })
})

describe('SamplingCensus', () => {
  it('knows what all rows that tell it tell alike, and warns of what differs', () => {
    const census = new SamplingCensus()
    for (const row of [{ temperature: 0.7, topP: 0.9 }, undefined, { temperature: 0.7 }, { topP: 1 }]) census.add(row)
    expect(census.known).toEqual({ temperature: 0.7 })
    expect(census.warnings()).toEqual([expect.stringContaining('different settings of top_p: 0.9, 1')])
    const stops = new SamplingCensus()
    for (const stop of [['Q:'], ['Q:']]) stops.add({ stop })
    expect(stops.known).toEqual({ stop: ['Q:'] })
    stops.add({ stop: ['A:'] })
    expect(stops.known).toEqual({})
  })
})
