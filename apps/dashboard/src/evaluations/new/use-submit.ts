'use client'
import { submitEvaluation } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { ask, type FieldFault } from '../../api/ask'
import { typedIn } from './typed-in'
import type { Submission } from './draft'
import { newSubmissionKey } from './submission-key'

interface Refusal {
  readonly why: string
  readonly faults: readonly FieldFault[]
  /** An id that distinguishes it from earlier submissions. */
  readonly id: string
}

/** The progress and result of submitting. */
export interface Submitting {
  readonly busy: boolean
  /** Why it was refused; null if it was not. */
  readonly refusal: Refusal | null
  readonly submit: (submission: Submission) => Promise<boolean>
}

/**
 * Submits once: as long as the same is sent, it is sent under the same key, so that neither a double click nor a second try after
 * a lost answer makes another evaluation.
 */
export function useSubmit(): Submitting {
  const { push } = useRouter()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [firstKey] = useState(newSubmissionKey)
  const sent = useRef({ key: firstKey, body: '' })
  const submit = async (submission: Submission): Promise<boolean> => {
    const body = JSON.stringify(submission)
    if (sent.current.body !== '' && sent.current.body !== body) sent.current = { key: newSubmissionKey(), body }
    sent.current.body = body
    setBusy(true)
    const headers = { 'Idempotency-Key': sent.current.key }
    const asked = await ask(submitEvaluation, { body: typedIn(body), headers })
    setBusy(false)
    if (!asked.ok) {
      const why =
        asked.status === null || asked.status >= 500
          ? `${asked.why} It is not known whether the evaluation was started; submitting again starts it once, not twice.`
          : asked.why
      setRefusal({ why, faults: asked.faults, id: newSubmissionKey() })
      return false
    }
    setRefusal(null)
    push(`/evaluations/${encodeURIComponent(asked.answer.id)}`)
    return true
  }
  return { busy, refusal, submit }
}
