import type { EvaluationView } from '@cges-fleet/core'
import { notesOf } from './notes-of'

/** What a reader must know before believing the numbers. */
export function Notes({ view }: { readonly view: EvaluationView }) {
  const notes = notesOf(view)
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
