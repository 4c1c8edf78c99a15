import { counted, countedOf, inNumber } from './counted.js'
import { evaluationReasonWords } from './reason-words.js'
import type { EvaluationReason, Waits } from './schemas/notes.js'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Says in a sentence or two why an evaluation, or a team's work in a pool, is not moving, or that nothing holds it. */
export function waitWords(waits: Waits): string {
  switch (waits.kind) {
    case 'stuck':
      return `Stuck.${because(waits.why)}`
    case 'paused':
      return `Paused.${because(waits.why)} Resume it to go on.`
    case 'import':
      return `Waiting for the rest of its log.${because(waits.why)}`
    case 'queue-away':
      return 'The queue does not answer: nothing is drawn until it does.'
    case 'no-coordinator':
      return `No coordinator ${workedWords(waits.counts.seconds)}: nothing is planned or decided until one runs.`
    case 'pool-paused':
      return 'The pool is paused: nothing is drawn until an operator resumes it.'
    case 'nothing-running':
      return `Your team has nothing running here${waits.counts.paused === 0 ? '.' : `: ${pausedWords(waits.counts.paused, 'evaluation')}.`}`
    case 'no-worker':
      return noWorker(waits)
    case 'all-drawn':
      return allDrawn(waits.counts)
    case 'slots':
      return `Your team uses all ${counted(waits.counts.slots, 'slot')}; the rest of its samples wait for them.`
    case 'share':
      return shareWords(waits.counts)
    case 'team-limit':
      return limitWords(waits)
    case 'caps':
      return `The caps of your ${counted(waits.counts.evaluations, 'evaluation')} running here allow no more samples. Samples in flight still count. Extend them to go on.`
    case 'under-way':
      return `Nothing blocks your team’s work: ${countedOf(waits.counts.free, waits.counts.slots, 'slot')} ${inNumber(waits.counts.free, 'is', 'are')} free, and its next samples are on their way.`
  }
}

type Of<Kind extends Waits['kind']> = Extract<Waits, { readonly kind: Kind }>

function because(why: EvaluationReason | null): string {
  return why === null ? '' : ` ${evaluationReasonWords(why)}`
}

function workedWords(seconds: number | null): string {
  return seconds === null ? 'has run yet' : `has been at work for ${counted(seconds, 'second')}`
}

function pausedWords(paused: number, what: string): string {
  return `${counted(paused, what)} of yours ${inNumber(paused, 'is', 'are')} paused`
}

function noWorker({ counts: { known }, why }: Of<'no-worker'>): string {
  if (known === 0) return 'This pool has no worker: your samples wait for one.'
  return `No worker is ready, of ${grouped.format(known)}${why === null ? '' : ` (${why})`}: your samples wait for one.`
}

function allDrawn({ active, paused }: Of<'all-drawn'>['counts']): string {
  const drawn = `All that your team can draw here now is in flight: ${counted(active, 'sample')}.`
  return paused === 0 ? drawn : `${drawn} ${pausedWords(paused, 'more evaluation')}.`
}

function shareWords({ slots, entitlement, share }: Of<'share'>['counts']): string {
  const now = share === null ? '' : ` and has ${percent(share)} of what is in flight`
  return `Your team shares ${counted(slots, 'slot')} with others: its weight entitles it to ${percent(entitlement)}${now}.`
}

function limitWords({ counts: { most, inFlight, slots }, why }: Of<'team-limit'>): string {
  switch (why) {
    case 'samplesInFlight':
      return `Your team’s limit is ${counted(most, 'sample')} in flight over all pools. Now ${grouped.format(inFlight)} are, and the ${counted(slots, 'slot')} here could take more.`
    case 'tokensToday':
      return `Your team’s limit of ${counted(most, 'token')} a day leaves none for another sample: it waits for tomorrow, or for the limit to be raised.`
    case 'gpuSecondsThisMonth':
      return `Your team’s limit of ${grouped.format(most)} GPU seconds a month leaves none for another sample: it waits for next month, or for the limit to be raised.`
    case 'storedBytes':
      return `Your team has stored the ${grouped.format(most)} bytes of questions and answers that its limit allows: nothing more is drawn until a fleet administrator raises it.`
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
