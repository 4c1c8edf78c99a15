'use client'

import type { ImportBatch } from '@cges-fleet/core'
import {
  addSamples,
  cancelEvaluation,
  createImport,
  deleteEvaluation,
  importBenchmark,
  listStoredSamples,
} from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { ask, type FieldFault, type Reply } from '../../api/browser'
import type { FoundLog, ImportNames, LogRequest } from './read-log'
import { reader } from './use-log'

export type ImportState =
  | { readonly phase: 'ready' }
  | { readonly phase: 'sending'; readonly share: number }
  /** Why it was not imported; what was stored stays until it goes on or is deleted. */
  | {
      readonly phase: 'stopped'
      readonly why: string
      readonly faults: readonly FieldFault[]
      readonly isStored: boolean
    }

/** The API refused a part of an import, or did not answer for too long. */
class Stopped extends Error {
  constructor(
    why: string,
    readonly faults: readonly FieldFault[] = [],
  ) {
    super(why)
  }
}

/** Imports a log as an evaluation and leads to its page; what is left of one that stopped can go on or be deleted. */
export function useImport() {
  const { push } = useRouter()
  const [state, setState] = useState<ImportState>({ phase: 'ready' })
  const created = useRef<string | null>(null)
  const cancelled = useRef(false)
  useAskBeforeLeaving(state.phase === 'sending')

  const start = async (found: FoundLog, names: ImportNames, methods: readonly string[]) => {
    cancelled.current = false
    const onShare = (share: number) => setState({ phase: 'sending', share })
    onShare(0)
    const outcome = await imported(found, { names, methods }, { created, cancelled, onShare })
    if (outcome.ok) return push(`/evaluations/${encodeURIComponent(outcome.id)}`)
    if (cancelled.current) return discard()
    setState({ phase: 'stopped', why: outcome.why, faults: outcome.faults, isStored: created.current !== null })
  }

  const discard = async () => {
    const id = created.current
    created.current = null
    const why = id === null ? null : await deleted(id)
    if (why === null) return setState({ phase: 'ready' })
    created.current = id
    setState({ phase: 'stopped', why, faults: [], isStored: true })
  }
  const cancel = () => {
    cancelled.current = true
  }
  return { state, start, cancel, discard }
}

interface Importing {
  /** Set once the evaluation is made. */
  readonly created: { current: string | null }
  readonly cancelled: { readonly current: boolean }
  readonly onShare: (share: number) => void
}

type Imported =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly why: string; readonly faults: readonly FieldFault[] }

/** Stores the questions, makes the evaluation, and sends the samples that it lacks. */
async function imported(
  found: FoundLog,
  { names, methods }: { readonly names: ImportNames; readonly methods: readonly string[] },
  { created, cancelled, onShare }: Importing,
): Promise<Imported> {
  const { explained, requestOf, sendLog } = await reader()
  try {
    const outcome = await explained(async () => {
      const request = requestOf(found, names, methods)
      const id = await made(request)
      created.current = id
      await sendLog(found, request, doorOf({ id }, cancelled), onShare)
      return id
    })
    return outcome.ok ? { ok: true, id: outcome.value } : { ok: false, why: outcome.problem, faults: [] }
  } catch (error) {
    if (error instanceof Stopped) return { ok: false, why: error.message, faults: error.faults }
    throw error
  }
}

/** Makes the evaluation, or finds that of an earlier run. */
async function made({ benchmark: { questions, ...head }, evaluation }: LogRequest): Promise<string> {
  const { revision } = await sent(() => ask(importBenchmark, { lines: [head, ...questions] }))
  const { spec, idempotencyKey } = evaluation(revision)
  const headers = { 'Idempotency-Key': idempotencyKey }
  const { id, status } = await sent(() => ask(createImport, { body: spec, headers }))
  if (status !== 'cancelled') return id
  throw new Stopped('An earlier import of this file was cancelled. Give this one another name.')
}

function doorOf(path: { readonly id: string }, cancelled: { readonly current: boolean }) {
  const unlessCancelled = <T>(request: () => Promise<Reply<T>>) => {
    if (cancelled.current) throw new Stopped('cancelled')
    return sent(request)
  }
  return {
    stored: (after: number | undefined) => unlessCancelled(() => ask(listStoredSamples, { path, query: { after } })),
    add: (body: ImportBatch) => unlessCancelled(() => ask(addSamples, { path, body })),
  }
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000]

/** Sends a request again while it does not get through; every part of an import may be sent twice. */
async function sent<T>(request: () => Promise<Reply<T>>): Promise<T> {
  for (const pause of [...PAUSES_MS, null]) {
    const reply = await request()
    if (reply.ok) return reply.answer
    const mayPass = reply.status === null || reply.status === 429 || reply.status >= 500
    if (!mayPass || pause === null) throw new Stopped(reply.why, reply.faults)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new Error('the last pause is none')
}

/** Deletes what was stored of an import; returns why that failed, or null. */
async function deleted(id: string): Promise<string | null> {
  const path = { id }
  const ended = await ask(cancelEvaluation, { path, body: { reason: 'its import was cancelled' } })
  const gone = await ask(deleteEvaluation, { path })
  if (gone.ok || gone.status === 404) return null
  return ended.ok ? gone.why : ended.why
}

/** The browser asks before a page is left that is sending. */
function useAskBeforeLeaving(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return
    const prevent = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', prevent)
    return () => removeEventListener('beforeunload', prevent)
  }, [isSending])
}
