import type { SampleText, SampleTokens } from '@cges-fleet/core'
import { GetSampleText, GetSampleTokens } from '@cges-fleet/core/contract'
import { findTrialId, selectStoredTokens, selectTextPart } from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'
import { type AskedEvaluation, askedOf, requireExamples } from './asked-of.js'
import { tokenPage } from './token-page.js'
import { unknownQuestion } from './questions.controller.js'

/** A single sample's text and tokens, part by part: lists never carry them. */
@Controller()
export class SamplesController {
  @Serves(GetSampleText)
  async text(
    @Caller() caller: Caller,
    @Asked() { path: { id, position, index }, query }: Asked<typeof GetSampleText>,
  ): Promise<SampleText> {
    const { replicate = 0, from = 0, examples, part = 'text' } = query
    const asked = await askedOf(caller, id, examples)
    requireExamples(asked, 'examples')
    const trialId = await trialOf(caller, asked, replicate, position)
    return found(await selectTextPart(caller.db, { trialId, index }, part, from), index)
  }

  @Serves(GetSampleTokens)
  async tokens(
    @Caller() caller: Caller,
    @Asked() { path: { id, position, index }, query }: Asked<typeof GetSampleTokens>,
  ): Promise<SampleTokens> {
    const { replicate = 0, from = 0, examples } = query
    const asked = await askedOf(caller, id, examples)
    const trialId = await trialOf(caller, asked, replicate, position)
    const { ids, logprobs } = found(await selectStoredTokens(caller.db, { trialId, index }), index)
    return tokenPage(asked.withheld ? null : ids, logprobs, from)
  }
}

async function trialOf(
  { db }: Caller,
  { questioned }: AskedEvaluation,
  replicate: number,
  position: number,
): Promise<string> {
  const trialId = await findTrialId(db, questioned.id, replicate, position)
  if (trialId === null) throw unknownQuestion(questioned.id, { replicate, position })
  return trialId
}

function found<T>(value: T | null, index: number): T {
  if (value === null)
    throw new Refusal('not_found', `Sample ${index} of this question is not there, or not planned yet.`)
  return value
}
