import type { GammaVerdict, GpuTimeNote, InterimNote, NoFlips, NoGamma, SubsetsNote } from './schemas/notes.js'

/** Says why an evaluation has no final statistics, to be read after a colon. */
export function interimWords(note: InterimNote): string {
  switch (note.kind) {
    case 'not_done':
      return `it is ${note.why.replace('_', '-')}: p-values and results appear once every question is finished`
    case 'decided':
      return 'it stopped once its result was sure: its limits hold for all questions, and p-values appear once it is extended to its end'
    case 'ended_early':
      return 'it ended before every method had its verdicts: nothing is judged'
  }
}

/** Says in sentences how GPU-seconds were computed, or why they are not known. */
export function gpuTimeWords({ kind }: GpuTimeNote): string {
  switch (kind) {
    case 'shared':
      return SHARED
    case 'processor':
      return `${SHARED} The server is a processor, not a GPU.`
    case 'simulated':
      return `${SHARED} The server is simulated, and so is its time.`
    case 'unknown':
      return 'Not known: the log has no model times, or the answers were read back from a recording.'
  }
}

const SHARED =
  'Server time of the calls charged: every instant of a model server is shared equally by the calls of this evaluation in flight there, and one server counts as one GPU. Calls of other evaluations on the same server are not seen.'

/** Says why maj@k and pass@k are not there, and what to run. */
export function subsetsWords({ kind }: SubsetsNote): string {
  switch (kind) {
    case 'uneven_samples':
      return 'maj@k and pass@k need equally many samples of every question: run SC at the largest budget beside the others'
  }
}

/** Says in a sentence why no flips can be found for a method. */
export function noFlipsWords({ kind }: NoFlips): string {
  switch (kind) {
    case 'no_setting':
      return 'This method has no setting that stored samples can be replayed under.'
    case 'not_finished':
      return 'You can try settings once every question is finished.'
  }
}

/** Says why no γ is advised for a signal, to be read after a colon. */
export function noGammaWords(note: NoGamma): string {
  switch (note.kind) {
    case 'not_done':
      return 'γ is chosen once every question is finished'
    case 'no_sc':
      return 'no SC ran, so no question’s whole budget was drawn'
    case 'too_few_questions':
      return 'there are too few questions to choose on some and check on the others'
    case 'no_votes':
      return note.why
  }
}

/** Says in a sentence whether stopping at the chosen γ pays. */
export function gammaVerdictWords(verdict: GammaVerdict): string {
  switch (verdict.kind) {
    case 'all_wrong':
      return 'No advice: no rule is right on any question of the slice.'
    case 'no_candidate':
      return 'No advice: no γ could be chosen.'
    case 'low_confidence':
      return `CGES does not help: the median confidence is ${verdict.counts.median.toPrecision(3)}, and below ½ answers count against themselves.`
    case 'accuracy_lost':
      return 'CGES does not help: no γ keeps the accuracy of SC, not even on the slice.'
    case 'not_confirmed':
      return `CGES does not help: γ = ${verdict.counts.gamma} keeps the accuracy on the slice and loses it on the rest.`
    case 'too_few':
      return tooFewWords(verdict.counts)
    case 'helps':
      return `CGES helps: γ = ${verdict.counts.gamma} saves ${percent(verdict.counts.saved)} of calls at SC’s accuracy on the rest.`
  }
}

function tooFewWords({ gamma, saved, difference, low, high }: TooFew['counts']): string {
  const saves = `Stopping at γ = ${gamma} saves ${percent(saved)} of calls.`
  if (difference === null || low === null || high === null)
    return `${saves} No question is left to check the accuracy on.`
  const side = difference < 0 ? 'below' : 'above'
  const found = difference === 0 ? 'equals SC’s' : `is ${(100 * Math.abs(difference)).toFixed(1)} points ${side} SC’s`
  return `${saves} On the rest its accuracy ${found} (95 % interval ${points(low)} to ${points(high)}): too few questions to tell whether it keeps the accuracy.`
}

type TooFew = Extract<GammaVerdict, { readonly kind: 'too_few' }>

function points(share: number): string {
  const value = (100 * share).toFixed(1)
  return share > 0 ? `+${value}` : value.replace('-', '−')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
