import { LogFormat, PRESETS } from '@cges-fleet/core'
import { EXPORT_FORMATS, KNOWN_BENCHMARKS } from '@cges-fleet/formats'
import { CERTAINTY_SIGNALS, ConfidenceSignal, RULES, TOKEN_SIGNALS } from '@cges-fleet/methods'
import { PAPER_BENCHMARKS } from '@cges-fleet/research'
import { Command } from 'commander'
import { printResult } from './printing.js'
import { withJson } from './options.js'
import { INCLUDED } from '../benchmarks/included-benchmark.js'
import { DEMO_RECORDING } from '../paths.js'

/** `cges list`: what there is to name in other commands, without a fleet. */
export function listCommand(): Command {
  return withJson(new Command('list'))
    .description('list methods, confidences, benchmarks to import, presets, formats and included data')
    .action((flags: { json?: true }) => {
      const all = listed()
      printResult(flags, all, () => textOf(all))
    })
}

type Listed = Readonly<Record<string, readonly Entry[]>>

interface Entry {
  readonly name: string
  readonly about: string
}

function listed(): Listed {
  return {
    methods: RULES.map(({ example, about }) => ({ name: example, about })),
    confidences: ConfidenceSignal.options.map((name) => ({ name, about: sourceOf(name) })),
    benchmarks: [
      ...KNOWN_BENCHMARKS.map(({ name, title, dataset, answerKind }) => ({
        name,
        about: `${title ?? name}: ${answerKind}, of ${dataset?.id ?? 'a file'}`,
      })),
      ...Object.values(INCLUDED).map(({ load, about }) => {
        const { name, title, answerKind } = load()
        return { name, about: `${title}: ${answerKind}, included; ${about}` }
      }),
    ],
    presets: PRESETS.map(({ name, title, model }) => ({
      name,
      about: `for evaluate and forecast, preset: ${name} in a file: ${title} on ${model}, as in the paper but for the prompts`,
    })),
    profiles: PAPER_BENCHMARKS.map((name) => ({
      name,
      about: 'simulated, fitted to the paper: for reproduce and sim',
    })),
    logs: LogFormat.options.map((name) => ({ name, about: 'read by replay, tune and import' })),
    exports: Object.keys(EXPORT_FORMATS).map((name) => ({ name, about: 'written by export' })),
    data: [{ name: DEMO_RECORDING, about: '16 samples of each of 300 questions by a tiny real model: replay --demo' }],
  }
}

function sourceOf(name: ConfidenceSignal): string {
  if (TOKEN_SIGNALS.some((each) => each === name)) return 'from the log-probabilities of the sampled tokens'
  if (CERTAINTY_SIGNALS.some((each) => each === name)) {
    return 'from the log-probabilities of the twenty likeliest tokens at every place'
  }
  if (name === 'mars-learned') return 'from those, the tokens’ texts, and a step scorer beside the worker'
  return name === 'mars' ? 'from those and the tokens’ texts' : 'from the scores of a process reward model'
}

function textOf(all: Listed): string[] {
  return Object.entries(all).flatMap(([title, entries], at) => [
    ...(at === 0 ? [] : ['']),
    title,
    ...entries.map(({ name, about }) => `  ${name.padEnd(longest(entries))}  ${about}`),
  ])
}

function longest(entries: readonly Entry[]): number {
  return Math.max(...entries.map(({ name }) => name.length))
}
