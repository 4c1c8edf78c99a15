import type { EvaluationView } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'

export interface Note {
  readonly tone: 'plain' | 'warning' | 'bad'
  readonly text: string
}

/** Lists what a reader must know before believing the numbers, the gravest first. */
export function notesOf(view: EvaluationView): Note[] {
  const { simulated, provenance, benchmark, notComparable, warnings } = view
  const notes: (Note | null)[] = [
    endOf(view),
    blockedOf(view),
    waitingOf(view),
    notComparable === null ? null : { tone: 'warning', text: `Paired comparison would mislead: ${notComparable}` },
    ...warnings.map((text): Note => ({ tone: 'warning', text })),
    simulated
      ? { tone: 'plain', text: 'Simulated: answers come from the built-in simulator, not from a model.' }
      : null,
    provenance === 'recorded'
      ? { tone: 'plain', text: 'Recorded: answers were recorded earlier and are read back.' }
      : null,
    benchmark.generated
      ? { tone: 'plain', text: 'Generated benchmark: its questions are made by this project’s own code.' }
      : null,
  ]
  return notes.filter((note) => note !== null)
}

function endOf({ status, reason }: EvaluationView): Note | null {
  const because = reason === null ? '' : ` ${reason}`
  if (status === 'failed')
    return { tone: 'bad', text: `Failed.${because} What was measured before stays below, as interim.` }
  if (status === 'cancelled') return { tone: 'warning', text: `Cancelled.${because} The numbers below stay interim.` }
  return status === 'done' && reason !== null ? { tone: 'plain', text: reason } : null
}

function blockedOf({ trials: { blocked, total } }: EvaluationView): Note | null {
  if (blocked === 0) return null
  const text = `${formatCount(blocked)} of ${formatCount(total)} trials are blocked: a sample of theirs could not be drawn. They are left out of final accuracy, not counted wrong.`
  return { tone: 'warning', text }
}

function waitingOf({ status, reason, samples }: EvaluationView): Note | null {
  if (status !== 'running') return null
  if (reason !== null) return { tone: 'warning', text: reason }
  if (samples.inFlight > 0 || samples.waiting === 0) return null
  const text = `No sample is being drawn; ${formatCount(samples.waiting)} wait for a worker of this pool. Is one ready?`
  return { tone: 'warning', text }
}
