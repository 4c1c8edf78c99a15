import { counted, countedOf, inNumber } from './counted.js'
import { behindWords } from './priority-words.js'
import { evaluationReasonWords } from './reason-words.js'
import type { EvaluationReason, Waits } from './schemas/notes.js'
import type { PoolPause } from './schemas/pool-pause.js'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Writes an instant in a sentence. */
export type InstantWords = (instant: string) => string

export const inUtc: InstantWords = (instant) => `${instant.slice(0, 16).replace('T', ' ')} UTC`

/** Says in a sentence or two why an evaluation, or a team's work in a pool, is not moving, or that nothing holds it. */
export function waitWords(waits: Waits, at: InstantWords = inUtc): string {
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
      return poolPauseWords(waits.why, at)
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
    case 'priority':
      return behindWords(waits.counts.higher, waits.why)
    case 'team-limit':
      return limitWords(waits)
    case 'caps':
      return `The caps of your ${counted(waits.counts.evaluations, 'evaluation')} running here allow no more samples. Samples in flight still count. Extend them to go on.`
    case 'under-way':
      return `Nothing blocks your team’s work: ${countedOf(waits.counts.free, waits.counts.slots, 'slot')} ${inNumber(waits.counts.free, 'is', 'are')} free, and its next samples are on their way.`
  }
}

/** Says that a pool is paused, as far as is known by whom, since when and why, and what ends it. */
export function poolPauseWords(pause: PoolPause | null, at: InstantWords = inUtc): string {
  const until = 'Nothing is drawn until an operator resumes it.'
  if (pause === null) return `The pool is paused. ${until}`
  const by = pause.by === null ? '' : ` by ${pause.by}`
  const why = pause.reason === null ? '' : `: “${pause.reason.replace(/\.$/, '')}”`
  return `The pool has been paused${by} since ${at(pause.since)}${why}. ${until}`
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

function shareWords({ slots, entitlement, share, reserved }: Of<'share'>['counts']): string {
  const now = share === null ? '' : ` and has ${percent(share)} of what is in flight`
  if (reserved > 0) {
    const slotsNow = `${counted(slots, 'slot')} with others, who have reserved ${grouped.format(reserved)} of them`
    return `Your team shares ${slotsNow}: that leaves it ${percent(entitlement)}${now}.`
  }
  return `Your team shares ${counted(slots, 'slot')} with others: its weight entitles it to ${percent(entitlement)}${now}.`
}

function limitWords({ counts: { most, inFlight, slots }, why }: Of<'team-limit'>): string {
  switch (why) {
    case 'samplesInFlight':
      return `Your team’s limit is ${counted(most, 'sample')} queued or in flight over all pools. Now ${grouped.format(inFlight)} are, and the ${counted(slots, 'slot')} here could take more.`
    case 'tokensToday':
      return `Your team’s limit of ${counted(most, 'token')} a day leaves none for another sample now. If calls in flight use it up, evaluations stop: extend them tomorrow, or ask a fleet administrator to raise the limit.`
    case 'gpuSecondsThisMonth':
      return `Your team’s limit of ${grouped.format(most)} GPU seconds a month leaves none for another sample now. If calls in flight use it up, evaluations stop: extend them next month, or ask a fleet administrator to raise the limit.`
    case 'storedBytes':
      return `Your team has stored the ${grouped.format(most)} bytes of questions and answers that its limit allows. Delete evaluations, or ask a fleet administrator to raise the limit.`
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
