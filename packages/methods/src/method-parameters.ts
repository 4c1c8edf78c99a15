import { ConfidenceSignal } from './confidence/confidence-signal.js'
import { MAX_BUDGET, type MethodSpec } from './method-spec.js'

/** A parameter's value as the short form writes it; undefined as `preset` means it must be given. */
export type MethodParameter = {
  readonly name: string
  readonly reads: 'number' | 'word' | 'flag' | 'support'
  readonly preset?: string
  readonly range: string
  /** Its values, where they can be listed. */
  readonly options?: readonly string[]
  /** What it does, for whoever chooses it. */
  readonly about: string
}

export type MethodParameters = {
  readonly parameters: readonly MethodParameter[]
  readonly example: string
  /** When it stops, for whoever chooses it. */
  readonly about: string
}

const between = 'a number strictly between 0 and 1'
const someSamples = `a whole number of samples from 1 to ${MAX_BUDGET}`

const SURE = 'it stops once the leading answer stays the majority with at least this probability'

/** The parameters of each method besides its budget, sorted by name; what people are told about them is here. */
export const METHOD_PARAMETERS: Readonly<Record<MethodSpec['method'], MethodParameters>> = {
  sc: {
    parameters: [],
    example: 'sc@16',
    about: 'self-consistency: draws its whole budget and takes the plurality; the baseline of the others',
  },
  esc: {
    parameters: [
      {
        name: 'answerFrom',
        reads: 'word',
        preset: 'plurality',
        range: 'plurality or window',
        options: ['plurality', 'window'],
        about: 'whose answer is given: the plurality of all samples drawn, or the unanimous window',
      },
      {
        name: 'window',
        reads: 'number',
        range: someSamples,
        about: 'samples drawn at a time; it stops at the first window whose answers all agree',
      },
    ],
    example: 'esc:window=4@16',
    about: 'early-stopping self-consistency: draws windows of samples until all answers of one agree',
  },
  'asc-beta': {
    parameters: [{ name: 'threshold', reads: 'number', preset: '0.95', range: between, about: SURE }],
    example: 'asc-beta@16',
    about: 'adaptive-consistency, Beta criterion: compares the two leading answers after every sample',
  },
  'asc-dirichlet': {
    parameters: [{ name: 'threshold', reads: 'number', preset: '0.95', range: between, about: SURE }],
    example: 'asc-dirichlet@16',
    about: 'adaptive-consistency, Dirichlet criterion: compares the leading answer with all others after every sample',
  },
  dsc: {
    parameters: [
      {
        name: 'easyRun',
        reads: 'number',
        preset: '32',
        range: 'a whole number of questions from 1 to 100000',
        about:
          'questions in a row, from the hardest on, whose first samples must agree; all easier ones then take one call',
      },
      {
        name: 'extendBy',
        reads: 'number',
        preset: '4',
        range: someSamples,
        about: 'samples added at a time where those drawn do not settle a question',
      },
      {
        name: 'preSamples',
        reads: 'number',
        preset: '4',
        range: someSamples,
        about: 'samples a hard question gets at first',
      },
      {
        name: 'predictFrom',
        reads: 'number',
        preset: '16',
        range: 'a whole number of questions from 1 to 100000',
        about: 'hard questions whose needs predict how many samples the next one gets at first',
      },
      {
        name: 'rankBatch',
        reads: 'number',
        preset: '5',
        range: 'a whole number of questions from 2 to 64',
        about: 'questions the model ranks by difficulty at once',
      },
      {
        name: 'rankRounds',
        reads: 'number',
        preset: '3',
        range: 'a whole number of rounds from 1 to 100',
        about: 'how often each question is ranked',
      },
      { name: 'threshold', reads: 'number', preset: '0.95', range: between, about: SURE },
    ],
    example: 'dsc@16',
    about:
      'difficulty-adaptive self-consistency: ranks the questions by difficulty and spends samples on the hard ones',
  },
  cges: {
    parameters: [
      {
        name: 'confidence',
        reads: 'word',
        range: `one of ${ConfidenceSignal.options.join(', ')}`,
        options: ConfidenceSignal.options,
        about:
          'what each answer is weighed by: a signal from its token log-probabilities, or the reward model’s score (rm)',
      },
      {
        name: 'gamma',
        reads: 'number',
        range: between,
        about: 'it stops once the leading answer’s posterior probability reaches this: higher is surer and costs more',
      },
      { name: 'minSamples', reads: 'number', preset: '1', range: someSamples, about: 'samples it draws at least' },
      {
        name: 'otherStops',
        reads: 'flag',
        preset: 'false',
        range: 'true or false',
        options: ['false', 'true'],
        about: 'may also stop, without an answer, where an answer not seen yet is the likeliest',
      },
      {
        name: 'support',
        reads: 'support',
        preset: 'dynamic',
        range: 'dynamic, or a whole number of possible answers from 2 (long form: {"fixed": 4})',
        about: 'how many answers are possible; the bound on the error holds for a number known beforehand',
      },
    ],
    example: 'cges:confidence=lns-arith,gamma=0.99@16',
    about:
      'confidence-guided early stopping: weighs answers by the model’s own confidence and stops once one is likely enough',
  },
}
