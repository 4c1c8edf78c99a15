import { counted, countedOf, type EvaluationView, inNumber } from '@cges-fleet/core'
import { AddSamples, ListStoredSamples } from '@cges-fleet/core/contract'
import { type DataFile, InputError, type LogWanted, sendSamples, type SentSamples } from '@cges-fleet/formats'
import type { ConfidenceSignal } from '@cges-fleet/methods'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { startProgress } from '../shell/progress.js'

/** Sends a log's samples and waits until they are decided; says how to resume if either is interrupted. */
export async function sendAndFollow(files: readonly DataFile[], sending: Sending): Promise<EvaluationView> {
  const { api, evaluationId: id } = sending
  const how = `Evaluation ${id} keeps what was stored: run the same command on the same files again, and it goes on from there.`
  const { sent, stored, missing } = await resumable(() => sendWithBar(files, sending), how)
  if (stored < sent)
    console.error(
      `note: ${countedOf(sent - stored, sent, 'sample')} ${inNumber(sent - stored, 'was', 'were')} there already`,
    )
  if (missing > 0)
    console.error(
      `warning: ${counted(missing, 'question')} ${inNumber(missing, 'has', 'have')} too few samples for the largest budget and ${inNumber(missing, 'counts', 'count')} as failed`,
    )
  return resumable(() => followDecisions(api, id), `All samples are stored: cges watch ${id} shows it decided.`)
}

interface Sending {
  readonly api: ApiClient
  readonly evaluationId: string
  /** How many samples the log has, by its survey. */
  readonly rows: number
  readonly wanted: LogWanted & { readonly signals: readonly ConfidenceSignal[] }
}

/** Sends the samples that are not stored yet, showing progress. */
async function sendWithBar(
  files: readonly DataFile[],
  { api, evaluationId, rows, wanted }: Sending,
): Promise<SentSamples> {
  const path = { id: evaluationId }
  const bar = startProgress('importing')
  const tell = api.tell
  api.tell = (text) => {
    bar.clear()
    tell(text)
  }
  const show = (sent: number, passed: number) =>
    bar.show({ done: passed + sent, total: rows, count: sent, what: 'samples' })
  try {
    return await sendSamples(files, {
      door: {
        stored: (after) => api.call(ListStoredSamples, { path, query: { after } }),
        add: (batch) => api.repeat(AddSamples, { path, body: batch }),
      },
      wanted,
      onStored: (stored) => {
        if (stored > 0) console.error(resumed(stored, rows))
        show(0, stored)
      },
      onProgress: show,
    })
  } finally {
    bar.clear()
    api.tell = tell
  }
}

function resumed(stored: number, rows: number): string {
  if (stored >= rows)
    return `note: all ${counted(stored, 'sample')} ${inNumber(stored, 'is', 'are')} stored already, by an earlier run`
  return `An earlier run stopped after ${countedOf(stored, rows, 'sample')}: going on from there.`
}

/** Waits until the coordinator has decided every trial of an import, showing progress. */
async function followDecisions(api: ApiClient, id: string): Promise<EvaluationView> {
  const bar = startProgress('deciding ')
  let last: EvaluationView | undefined
  let before: number | undefined
  for await (const view of api.follow(id)) {
    last = view
    const { closed, blocked, total } = view.trials
    before ??= closed + blocked
    bar.show({ done: closed + blocked, total, count: closed + blocked - before, what: 'questions' })
  }
  bar.clear()
  if (last === undefined) throw new Error(`evaluation ${id} sent no state`)
  return last
}

const EXIT_INTERRUPTED = 130

/** Runs resumable work and, if it fails or is interrupted, says `how` to resume it. */
async function resumable<T>(work: () => Promise<T>, how: string): Promise<T> {
  const interrupted = () => {
    console.error(`\nStopped. ${how}`)
    process.exit(EXIT_INTERRUPTED)
  }
  process.once('SIGINT', interrupted)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new UsageError(`${error.message}\n${how}`, { cause: error })
  } finally {
    process.off('SIGINT', interrupted)
  }
}
