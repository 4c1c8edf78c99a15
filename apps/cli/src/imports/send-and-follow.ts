import { counted, countedOf, inNumber } from '@cges-fleet/core'
import type { EvaluationView } from '@cges-fleet/core'
import { followDecisions } from './follow-decisions.js'
import { resumable } from './resumable.js'
import { type Sending, sendSamples } from './send-samples.js'

/** Sends a log's samples and waits until they are decided; says how to resume if either is interrupted. */
export async function sendAndFollow(files: readonly string[], sending: Sending): Promise<EvaluationView> {
  const { api, evaluationId: id } = sending
  const how = `Evaluation ${id} keeps what was stored: run the same command on the same files again, and it goes on from there.`
  const { sent, stored, missing } = await resumable(() => sendSamples(files, sending), how)
  if (stored < sent)
    console.error(
      `note: ${countedOf(sent - stored, sent, 'sample')} ${inNumber(sent - stored, 'was', 'were')} there already`,
    )
  if (missing > 0)
    console.error(
      `warning: ${counted(missing, 'question')} ${inNumber(missing, 'lacks', 'lack')} samples for the largest budget: ${inNumber(missing, 'its', 'their')} trials are blocked`,
    )
  return resumable(() => followDecisions(api, id), `All samples are stored: cges watch ${id} shows it decided.`)
}
