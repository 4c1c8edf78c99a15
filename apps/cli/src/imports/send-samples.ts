import { counted, countedOf, inNumber } from '@cges-fleet/core'
import { AddSamples } from '@cges-fleet/core/contract'
import { type ConfidenceSignal, MAX_BUDGET } from '@cges-fleet/methods'
import type { ApiClient } from '../api-client.js'
import { loadLogs } from '../logs/load-log.js'
import { startProgress } from '../report/start-progress.js'
import { importedSample } from './imported-sample.js'
import { SampleSender } from './sample-sender.js'
import { StoredSamples } from './stored-samples.js'
import type { LogWanted } from './survey-log.js'

export interface Sending {
  readonly api: ApiClient
  readonly evaluationId: string
  /** How many samples the log has, by its survey. */
  readonly rows: number
  readonly wanted: LogWanted & { readonly signals: readonly ConfidenceSignal[] }
}

/**
 * Reads logs again and sends the samples that are not stored yet, holding two batches in memory; returns how many were
 * sent and how many were new.
 */
export async function sendSamples(
  files: readonly string[],
  { api, evaluationId, rows, wanted }: Sending,
): Promise<SampleSender['totals']> {
  const stored = await StoredSamples.read(api, evaluationId)
  if (stored.count > 0) console.error(resumed(stored.count, rows))
  const bar = startProgress('importing')
  const next = new Map<string, number>()
  let passed = stored.count
  const show = (sent: number) => bar.show({ done: passed + sent, total: rows, count: sent, what: 'samples' })
  const told = api.tell
  api.tell = (text) => {
    bar.clear()
    told(text)
  }
  show(0)
  const sender = new SampleSender((batch) => api.repeat(AddSamples, { path: { id: evaluationId }, body: batch }), show)
  try {
    for await (const item of loadLogs(files, wanted.reading)) {
      if (item.kind !== 'entry') continue
      const { question, samples } = item.entry
      for (const sample of samples) {
        const index = sample.index ?? next.get(question.id) ?? 0
        next.set(question.id, index + 1)
        if (index >= MAX_BUDGET) passed += 1
        else if (!stored.has(question.id, index))
          await sender.add(importedSample(sample, { questionId: question.id, index }, wanted))
      }
    }
    await sender.complete()
  } finally {
    bar.clear()
    api.tell = told
  }
  return sender.totals
}

function resumed(stored: number, rows: number): string {
  if (stored >= rows)
    return `note: all ${counted(stored, 'sample')} ${inNumber(stored, 'is', 'are')} stored already, by an earlier run`
  return `An earlier run stopped after ${countedOf(stored, rows, 'sample')}: going on from there.`
}
