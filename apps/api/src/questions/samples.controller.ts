import { QuestionSelection, type SampleText, type SampleTokens } from '@cges-fleet/core'
import { findTrialId, readStoredTokens, readTextPart } from '@cges-fleet/db'
import { Controller, Get, Param, Query } from '@nestjs/common'
import { z } from 'zod'
import { Caller } from '../access/caller.js'
import { EvaluationId } from '../evaluations/evaluation-id.js'
import { Refusal } from '../http/refusal.js'
import { type Asked, askedOf, requireExamples } from './asked-of.js'
import { From, Position, Replicate, SampleIndex } from './question-place.js'
import { tokenPage } from './token-page.js'
import { unknownQuestion } from './questions.controller.js'

const Tokens = z.object({ replicate: Replicate, from: From, examples: QuestionSelection.shape.examples })
const Part = Tokens.extend({ part: z.enum(['text', 'reasoning']).default('text') })

/** What one sample was, piece by piece: lists never carry it. */
@Controller('v1/evaluations')
export class SamplesController {
  @Get(':id/questions/:position/samples/:index/text')
  async text(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Param('position', { schema: Position }) position: number,
    @Param('index', { schema: SampleIndex }) index: number,
    @Query({ schema: Part }) { replicate, from, examples, part }: z.infer<typeof Part>,
  ): Promise<SampleText> {
    const asked = await askedOf(caller, id, examples)
    requireExamples(asked, 'examples')
    const trialId = await trialOf(caller, asked, { replicate, position })
    return found(await readTextPart(caller.db, { trialId, index }, { part, from }), index)
  }

  @Get(':id/questions/:position/samples/:index/tokens')
  async tokens(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Param('position', { schema: Position }) position: number,
    @Param('index', { schema: SampleIndex }) index: number,
    @Query({ schema: Tokens }) { replicate, from, examples }: z.infer<typeof Tokens>,
  ): Promise<SampleTokens> {
    const asked = await askedOf(caller, id, examples)
    const trialId = await trialOf(caller, asked, { replicate, position })
    const stored = found(await readStoredTokens(caller.db, { trialId, index }), index)
    return tokenPage(asked.withheld ? { ...stored, ids: null } : stored, from)
  }
}

async function trialOf(
  { db }: Caller,
  { questioned }: Asked,
  place: { readonly replicate: number; readonly position: number },
): Promise<string> {
  const trialId = await findTrialId(db, questioned.id, place)
  if (trialId === null) throw unknownQuestion(questioned.id, place)
  return trialId
}

function found<T>(value: T | null, index: number): T {
  if (value === null)
    throw new Refusal('not_found', `Sample ${index} of this question is not there, or not planned yet.`)
  return value
}
