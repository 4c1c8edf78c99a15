'use client'

import { counted } from '@cges-fleet/core/counted'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { OwnQuestionsFields, useOwnQuestions } from './question-choices'

/** From a file or a pasted text to a benchmark: read here, checked here, stored by the API. */
export function ImportQuestions() {
  const { push } = useRouter()
  const own = useOwnQuestions()
  const [busy, setBusy] = useState(false)
  const { parsed } = own
  const count = parsed?.ok === true ? ` ${counted(parsed.benchmark.questions.length, 'question')}` : ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const name = await own.store()
    if (name === null) setBusy(false)
    else push(`/evaluations/new?benchmark=${encodeURIComponent(name)}`)
  }
  return (
    <form className="panel save-questions" aria-label="Questions to save" onSubmit={(event) => void save(event)}>
      <OwnQuestionsFields of={own} />
      <button type="submit" className="primary" disabled={busy || parsed?.ok !== true}>
        {busy ? 'Saving …' : `Save${count}`}
      </button>
    </form>
  )
}
