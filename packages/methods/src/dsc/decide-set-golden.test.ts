import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { MethodSpec } from '../method-spec.js'
import type { Vote } from '../vote.js'
import { decideSet } from './decide-set.js'

type DscSpec = Extract<MethodSpec, { method: 'dsc' }>

const questions = z.array(z.number())
const golden = z
  .object({
    dscTraces: z.array(
      z.object({
        name: z.string(),
        order: questions,
        samples: z.record(z.string(), z.string()),
        params: z.object({
          budget: z.number(),
          preSample: z.number(),
          judgeWindow: z.number(),
          predictionWindow: z.number(),
          extendWindow: z.number(),
          threshold: z.number(),
        }),
        expected: z.object({
          easy: questions,
          hard: questions,
          preSampled: questions,
          perQuestion: z.array(
            z.object({
              question: z.number(),
              part: z.string(),
              predicted: z.number(),
              calls: z.number(),
              need: z.number().nullable(),
              batches: z.number(),
              answer: z.string().nullable(),
            }),
          ),
          totalCalls: z.number(),
        }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

function votes(text: string): Vote[] {
  return [...text].map((each) => ({ answer: each === '-' ? null : each, confidences: {} }))
}

it.each(golden.dscTraces)('agrees with the golden vector $name', ({ order, samples, params, expected }) => {
  const spec: DscSpec = {
    method: 'dsc',
    rankBatch: 5,
    rankRounds: 3,
    budget: params.budget,
    preSamples: params.preSample,
    easyRun: params.judgeWindow,
    predictFrom: params.predictionWindow,
    extendBy: params.extendWindow,
    threshold: params.threshold,
  }
  const prefixes = order.map((_, question) => votes(samples[String(question)] ?? ''))
  const set = decideSet(spec, order, prefixes)
  expect(set.map(({ question }) => question)).toEqual(order)
  expect(set.toSorted((a, b) => a.question - b.question)).toMatchObject(expected.perQuestion)
  expect(set.filter(({ part }) => part === 'easy').map(({ question }) => question)).toEqual(expected.easy)
  expect(set.filter(({ part }) => part === 'hard').map(({ question }) => question)).toEqual(expected.hard)
  expect(expected.hard.toReversed()).toEqual(expected.preSampled)
  expect(set.reduce((sum, each) => sum + (each.state === 'stopped' ? each.calls : NaN), 0)).toBe(expected.totalCalls)
})
