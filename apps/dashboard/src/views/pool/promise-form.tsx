'use client'

import type { PoolView } from '@cges-fleet/core'
import { promisePool } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { SubmitButton } from '../../ui/shell/submit-button'

type Promised = Pick<PoolView, 'name' | 'model' | 'revision' | 'rewardModel' | 'stepScorer' | 'maxModelLen'>

const FIELDS = [
  ['model', 'Model', 'as in the servers’ /v1/models'],
  ['revision', 'Revision', 'of the weights'],
  ['rewardModel', 'Reward model', 'such as prm@last'],
  ['stepScorer', 'Step scorer', 'its name'],
] as const

/** What a pool serves, for those who run pools to change. */
export function PromiseForm({ pool }: { readonly pool: Promised }) {
  const { refresh } = useRouter()
  const [notice, setNotice] = useState<{ readonly bad: boolean; readonly text: string } | null>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reply = await ask(promisePool, {
      path: { pool: pool.name },
      body: promiseIn(new FormData(event.currentTarget)),
    })
    setNotice(
      reply.ok
        ? { bad: false, text: 'Saved. Workers that serve anything else stop drawing.' }
        : { bad: true, text: reply.why },
    )
    if (reply.ok) refresh()
  }
  return (
    <details className="panel price-form" data-testid="promise">
      <summary>Change what it serves</summary>
      <form
        className="team"
        method="post"
        aria-label={`What ${pool.name} serves`}
        onSubmit={(event) => void save(event)}
      >
        <PromiseFields pool={pool} />
        <SubmitButton>Save what it serves</SubmitButton>
        {notice === null ? null : (
          <p role={notice.bad ? 'alert' : 'status'} className={notice.bad ? 'bad' : 'muted'}>
            {notice.text}
          </p>
        )}
      </form>
      <p className="muted">
        Once it has evaluations, what is set stays; its context can change while none is open. An empty field stays as
        it is.
      </p>
    </details>
  )
}

function PromiseFields({ pool }: { readonly pool: Promised }) {
  return (
    <>
      {FIELDS.map(([field, title, hint]) => (
        <label key={field}>
          {title}
          <input
            name={field}
            required={field === 'model'}
            maxLength={200}
            placeholder={hint}
            defaultValue={pool[field] ?? ''}
          />
        </label>
      ))}
      <label>
        Context, tokens
        <input name="maxModelLen" type="number" min="1" step="1" defaultValue={pool.maxModelLen ?? ''} />
      </label>
    </>
  )
}

function promiseIn(form: FormData) {
  const text = (field: string) => {
    const value = form.get(field)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const tokens = text('maxModelLen')
  return {
    model: text('model') ?? '',
    revision: text('revision'),
    rewardModel: text('rewardModel'),
    stepScorer: text('stepScorer'),
    maxModelLen: tokens === undefined ? undefined : Number(tokens),
  }
}
