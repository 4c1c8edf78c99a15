import type { EvaluationView, SampleReadings } from '@cges-fleet/core'
import Link from 'next/link'
import { useContext } from 'react'
import { OnPaper } from '../frame/on-paper'
import { notesOf } from './notes-of'

/** What a reader must know before believing the numbers. */
export function Notes({ view, readings }: { readonly view: EvaluationView; readonly readings: SampleReadings | null }) {
  const notes = notesOf(view, readings)
  const onPaper = useContext(OnPaper)
  if (notes.length === 0) return null
  return (
    <ul className="notes" data-testid="notes">
      {notes.map(({ tone, text, lead }) => (
        <li key={text} className={`note-${tone}`}>
          {text}
          {lead === undefined || onPaper ? null : (
            <>
              {' '}
              <Link href={lead.href} prefetch={false}>
                {lead.words}
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
