import { answeredBy, type EvaluationView, counted, statusWord } from '@cges-fleet/core'
import { livePhrases } from './method-table.js'
import { markedName } from './provenance-mark.js'

/** Methods that a line tells of; the table in a terminal tells of all. */
const TOLD = 4

/**
 * A running evaluation as one line of a log: what changes with the clock alone is left out, so that a line more means that
 * something was decided, and each line says of itself that its figures are live.
 */
export function liveLine(view: EvaluationView): string {
  const { total, closed, blocked } = view.trials
  const phrases = livePhrases(view)
  const more = phrases.length - TOLD
  return [
    markedName(view.name, answeredBy(view)),
    `${view.status === 'running' ? '' : `${statusWord(view.status)}, `}live, not final`,
    `${closed}/${counted(total, 'question')} closed${blocked > 0 ? `, ${blocked} blocked` : ''}`,
    ...waiting(view),
    ...phrases.slice(0, TOLD),
    ...(more > 0 ? [`and ${counted(more, 'more method')}`] : []),
  ].join(' · ')
}

/** What passes by itself between two rounds is no line of a log. */
const PASSING: readonly string[] = ['under-way', 'all-drawn', 'nothing-running']

function waiting({ waits }: EvaluationView): string[] {
  return waits === null || PASSING.includes(waits.kind) ? [] : [waits.why]
}
