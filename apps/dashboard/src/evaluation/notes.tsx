import type { EvaluationView, SampleReadings } from '@cges-fleet/core'
import { notesOf } from './notes-of'

/** What a reader must know before believing the numbers. */
export function Notes({ view, readings }: { readonly view: EvaluationView; readonly readings: SampleReadings | null }) {
  const notes = notesOf(view, readings)
  if (notes.length === 0) return null
  return (
    <ul className="notes" data-testid="notes">
      {notes.map(({ tone, text }) => (
        <li key={text} className={`note-${tone}`}>
          {text}
        </li>
      ))}
    </ul>
  )
}
