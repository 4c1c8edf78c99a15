'use client'

import type { EvaluationView } from '@cges-fleet/core'
import Link from 'next/link'
import { lazy, Suspense, useState } from 'react'
import { fetchLater } from '../../ui/shell/fetch-later'

interface Props {
  readonly evaluation: Pick<EvaluationView, 'id' | 'tags' | 'note' | 'owner'>
  readonly mayWrite: boolean
}

/** Loaded only when someone edits. */
const LabelsForm = lazy(() =>
  fetchLater(() => import('./labels-form')).then(({ LabelsForm }) => ({ default: LabelsForm })),
)

/** People's labels on an evaluation, and the form to edit them. */
export function EvaluationLabels({ evaluation, mayWrite }: Props) {
  const { id } = evaluation
  const [editing, setEditing] = useState(false)
  return (
    <section className="panel labels" aria-label="Tags and note">
      <h2>Tags and note</h2>
      {editing ? (
        <Suspense>
          <LabelsForm evaluation={evaluation} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <>
          <Written of={evaluation} />
          {mayWrite ? (
            <p>
              <button type="button" onClick={() => setEditing(true)}>
                Edit tags and note
              </button>{' '}
              <Link className="button" href={`/evaluations/new?clone=${encodeURIComponent(id)}`} prefetch={false}>
                New evaluation like this one
              </Link>
            </p>
          ) : null}
        </>
      )}
    </section>
  )
}

function Written({ of: { tags, note, owner } }: { readonly of: Props['evaluation'] }) {
  return (
    <>
      <p>
        {tags.map((tag) => (
          <Link key={tag} className="badge" href={`/evaluations?tag=${encodeURIComponent(tag)}`}>
            {tag}
          </Link>
        ))}
        {tags.length === 0 ? <span className="muted">No tags</span> : null}
      </p>
      {note === '' ? null : <p className="note">{note}</p>}
      {owner === null ? null : (
        <p className="muted">
          Submitted by <Link href={`/evaluations?owner=${encodeURIComponent(owner)}`}>{owner}</Link>
        </p>
      )}
    </>
  )
}
