'use client'
import type { EvaluationLabels as Labels, EvaluationView } from '@cges-fleet/core'
import { labelEvaluation } from '@cges-fleet/core/addresses'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../api/ask'

interface Props {
  readonly evaluation: Pick<EvaluationView, 'id' | 'tags' | 'note' | 'owner'>
  readonly mayWrite: boolean
}

/** What people wrote on an evaluation, and where they write it. */
export function EvaluationLabels({ evaluation, mayWrite }: Props) {
  const { id, tags, note, owner } = evaluation
  const [editing, setEditing] = useState(false)
  return (
    <section className="panel labels" aria-label="Tags and note">
      <h2>Tags and note</h2>
      {editing ? (
        <LabelsForm evaluation={evaluation} onDone={() => setEditing(false)} />
      ) : (
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

function LabelsForm({
  evaluation: { id, tags, note },
  onDone,
}: Pick<Props, 'evaluation'> & { readonly onDone: () => void }) {
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = await ask(labelEvaluation, { path: { id }, body: labelsIn(event.currentTarget) })
    setFailure(asked.ok ? null : asked.why)
    if (!asked.ok) return
    refresh()
    onDone()
  }
  return (
    <form className="labels" onSubmit={(event) => void save(event)}>
      <label>
        Tags, with commas between them
        <input name="tags" defaultValue={tags.join(', ')} maxLength={900} autoComplete="off" />
      </label>
      <label>
        Note
        <textarea name="note" defaultValue={note} maxLength={4000} />
      </label>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      <p>
        <button type="submit">Save</button>{' '}
        <button type="button" className="quiet" onClick={onDone}>
          Leave it
        </button>
      </p>
    </form>
  )
}

function labelsIn(form: HTMLFormElement): Labels {
  const entered = new FormData(form)
  const [tags, note] = [entered.get('tags'), entered.get('note')]
  const wanted = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : []
  return { tags: wanted.filter((tag) => tag !== ''), note: typeof note === 'string' ? note : '' }
}
