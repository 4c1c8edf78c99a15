'use client'

import type { EvaluationSpecInput, Forecast, SuiteSpecInput } from '@cges-fleet/core'
import { forecastEvaluation, submitEvaluation, submitSuite } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ask, type FieldFault, type Reply } from '../../api/browser'
import { store, useStored } from '../../ui/preferences/stored'
import { suiteAddress } from '../../addresses/comparisons'
import type { Draft, Submission } from './draft'
import { suiteOf } from './submission'

interface Refusal {
  readonly why: string
  readonly faults: readonly FieldFault[]
  /** An id that distinguishes it from earlier submissions. */
  readonly id: string
}

/** The progress and result of submitting. */
interface Submitting {
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
    const isSuite = suiteOf(submission) !== null
    const reply = isSuite ? await sendSuite(body, headers) : await sendEvaluation(body, headers)
    setBusy(false)
    if (!reply.ok) {
      const why =
        reply.status === null || reply.status >= 500
          ? `${reply.why} The ${isSuite ? 'suite' : 'evaluation'} may have started. Submit again: it will not start twice.`
          : reply.why
      setRefusal({ why, faults: reply.faults, id: newSubmissionKey() })
      return false
    }
    setRefusal(null)
    push(reply.answer)
    return true
  }
  return { busy, refusal, submit }
}

/** Submits an evaluation; answers with the address of its page. */
async function sendEvaluation(body: string, headers: Keyed): Promise<Reply<string>> {
  const reply = await ask(submitEvaluation, { body: typedIn(body), headers })
  return reply.ok ? { ok: true, answer: `/evaluations/${encodeURIComponent(reply.answer.id)}` } : reply
}

/** Submits a suite; answers with the address of its page. */
async function sendSuite(body: string, headers: Keyed): Promise<Reply<string>> {
  const reply = await ask(submitSuite, { body: typedIn(body), headers })
  return reply.ok ? { ok: true, answer: suiteAddress({ suite: reply.answer.suite }) } : reply
}

type Keyed = Readonly<Record<'Idempotency-Key', string>>

/** The API's view of a draft. */
export interface Foreseen {
  /** The latest; it may be of an earlier draft while another is requested, or if this one has faults. */
  readonly forecast: Forecast | null
  readonly faults: readonly FieldFault[]
  /** Why there is none, if no field is at fault. */
  readonly why: string | null
  readonly pending: boolean
}

const PAUSE_MS = 350
/** What a draft must name before there is anything to forecast. */
const REQUIRED = ['benchmark', 'pool', 'suite'] as const
const NAMES = { benchmark: 'Choose a benchmark.', pool: 'Choose a pool.', suite: 'Name the suite.' } as const
const NOTHING: Omit<Foreseen, 'pending'> & { readonly of: string } = { of: '', forecast: null, faults: [], why: null }

/**
 * Asks the API to forecast a submission, each time it has changed and settled. The same answer reports its faults,
 * found by the very schema and checks that submission uses. Without a benchmark or a pool it asks nothing. Of a suite
 * it forecasts the first evaluation; of questions that are not stored yet, nothing.
 */
export function useForecast(draft: Submission, isStored: boolean): Foreseen {
  const first = suiteOf(draft)?.first ?? draft
  const submission = JSON.stringify(first)
  const missing = REQUIRED.filter((field) => typeof first[field] === 'string' && first[field].trim() === '')
  const isAsked = isStored && missing.length === 0
  const [seen, setSeen] = useState(NOTHING)
  useEffect(() => {
    if (!isAsked) return
    let isNewest = true
    const timer = setTimeout(() => {
      void ask(forecastEvaluation, { body: typedIn(submission) }).then((reply) => {
        if (!isNewest) return
        setSeen((before) =>
          reply.ok
            ? { of: submission, forecast: reply.answer, faults: [], why: null }
            : { ...before, of: submission, faults: reply.faults, why: reply.faults.length > 0 ? null : reply.why },
        )
      })
    }, PAUSE_MS)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [submission, isAsked])
  if (isAsked) return { ...seen, pending: seen.of !== submission }
  return {
    forecast: null,
    faults: missing.map((field) => ({ field, problem: NAMES[field] })),
    why: null,
    pending: false,
  }
}

const WHERE = 'sessionStorage'

/** Keeps a draft in this tab until it is submitted, so that neither a reload nor a wrong turn loses it. */
export function useDraft(name: string, first: Draft) {
  const text = useStored(name, WHERE)
  const draft = useMemo(() => ({ ...first, ...draftIn(text) }), [text, first])
  const change = (changes: Partial<Draft>) => store(name, JSON.stringify({ ...draft, ...changes }), WHERE)
  const forget = () => store(name, null, WHERE)
  return { draft, isKept: text !== null, change, forget }
}

/** Reads a draft back; one of another version of this page is none. */
function draftIn(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const isDraft = typeof value === 'object' && value !== null && 'methods' in value && 'caps' in value
    return isDraft ? (value as Draft) : null
  } catch {
    return null
  }
}

/** A key that no other submission has. Browsers give ready-made ones on https alone, and a fleet may be served without. */
function newSubmissionKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Parses a submission as it was typed. It may be anything: the API checks it, and explains what is wrong. */
function typedIn(text: string): EvaluationSpecInput & SuiteSpecInput {
  return JSON.parse(text) as EvaluationSpecInput & SuiteSpecInput
}
