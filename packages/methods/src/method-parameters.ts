import { ConfidenceSignal } from './confidence/confidence-signal.js'
import { MAX_BUDGET, type MethodSpec } from './method-spec.js'

/** A parameter's value as the short form writes it; undefined as `preset` means it must be given. */
export type MethodParameter = {
  readonly name: string
  readonly reads: 'number' | 'word' | 'flag' | 'support'
  readonly preset?: string
  readonly range: string
}

export type MethodParameters = { readonly parameters: readonly MethodParameter[]; readonly example: string }

const between = 'a number strictly between 0 and 1'
const someSamples = `a whole number of samples from 1 to ${MAX_BUDGET}`

/** The parameters of each method besides its budget, sorted by name; what people are told about them is here. */
export const METHOD_PARAMETERS: Readonly<Record<MethodSpec['method'], MethodParameters>> = {
  sc: { parameters: [], example: 'sc@16' },
  esc: {
    parameters: [
      { name: 'answerFrom', reads: 'word', preset: 'plurality', range: 'plurality or window' },
      { name: 'window', reads: 'number', range: someSamples },
    ],
    example: 'esc:window=4@16',
  },
  'asc-beta': {
    parameters: [{ name: 'threshold', reads: 'number', preset: '0.95', range: between }],
    example: 'asc-beta@16',
  },
  'asc-dirichlet': {
    parameters: [{ name: 'threshold', reads: 'number', preset: '0.95', range: between }],
    example: 'asc-dirichlet@16',
  },
  dsc: {
    parameters: [
      { name: 'easyRun', reads: 'number', preset: '32', range: 'a whole number of questions from 1 to 100000' },
      { name: 'extendBy', reads: 'number', preset: '4', range: someSamples },
      { name: 'preSamples', reads: 'number', preset: '4', range: someSamples },
      { name: 'predictFrom', reads: 'number', preset: '16', range: 'a whole number of questions from 1 to 100000' },
      { name: 'rankBatch', reads: 'number', preset: '5', range: 'a whole number of questions from 2 to 64' },
      { name: 'rankRounds', reads: 'number', preset: '3', range: 'a whole number of rounds from 1 to 100' },
      { name: 'threshold', reads: 'number', preset: '0.95', range: between },
    ],
    example: 'dsc@16',
  },
  cges: {
    parameters: [
      { name: 'confidence', reads: 'word', range: `one of ${ConfidenceSignal.options.join(', ')}` },
      { name: 'gamma', reads: 'number', range: between },
      { name: 'minSamples', reads: 'number', preset: '1', range: someSamples },
      { name: 'otherStops', reads: 'flag', preset: 'false', range: 'true or false' },
      {
        name: 'support',
        reads: 'support',
        preset: 'dynamic',
        range: 'dynamic, or a whole number of possible answers from 2 (long form: {"fixed": 4})',
      },
    ],
    example: 'cges:confidence=lns-arith,gamma=0.99@16',
  },
}
