import { type ConfidenceSignal, MAX_BUDGET } from '@cges-fleet/core'
import type { ApiClient } from '../api-client.js'
import { readLogs } from '../logs/read-log.js'
import { ProgressBar } from '../report/progress-bar.js'
import { importedSample } from './imported-sample.js'
import { SampleSender } from './sample-sender.js'
import type { LogWanted } from './survey-log.js'

export interface Sending {
  readonly api: ApiClient
  readonly evaluationId: string
  readonly bytes: number
  readonly wanted: LogWanted & { readonly signals: readonly ConfidenceSignal[] }
}

/** Reads logs once more and sends their samples, in the memory of two batches; returns how many were sent and how many were new. */
export async function sendSamples(
  files: readonly string[],
  { api, evaluationId, bytes, wanted }: Sending,
): Promise<SampleSender['totals']> {
  const bar = new ProgressBar('importing', process.stderr, () => performance.now())
  const next = new Map<string, number>()
  let read = 0
  const sender = new SampleSender(
    (batch) => api.addSamples(evaluationId, batch),
    (sent) => bar.show({ done: read, total: bytes, count: sent, what: 'samples' }),
  )
  for await (const item of readLogs(files, { ...wanted.reading, onBytes: (more) => (read += more) })) {
    if (item.kind !== 'entry') continue
    const { question, samples } = item.entry
    for (const sample of samples) {
      const index = sample.index ?? next.get(question.id) ?? 0
      next.set(question.id, index + 1)
      if (index < MAX_BUDGET) await sender.add(importedSample(sample, { questionId: question.id, index }, wanted))
    }
  }
  await sender.complete()
  bar.clear()
  return sender.totals
}
