'use client'

import type { EvaluationLabels as Labels, EvaluationView } from '@cges-fleet/core'
import { labelEvaluation } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'

interface Props {
  readonly evaluation: Pick<EvaluationView, 'id' | 'tags' | 'note'>
  readonly onDone: () => void
}

/** The form for tags and a note. */
export function LabelsForm({ evaluation: { id, tags, note }, onDone }: Props) {
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reply = await ask(labelEvaluation, { path: { id }, body: labelsIn(event.currentTarget) })
    setFailure(reply.ok ? null : reply.why)
    if (!reply.ok) return
    refresh()
    onDone()
  }
  return (
    <form className="labels" onSubmit={(event) => void save(event)}>
      <label>
        Tags, separated by commas
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
          Keep as is
        </button>
      </p>
    </form>
  )
}

function labelsIn(form: HTMLFormElement): Labels {
  const entered = new FormData(form)
  const tags = entered.get('tags')
  const note = entered.get('note')
  const wanted = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : []
  return { tags: wanted.filter((tag) => tag !== ''), note: typeof note === 'string' ? note : '' }
}
