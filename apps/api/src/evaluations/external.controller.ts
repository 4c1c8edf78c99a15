import type { ExternalCount } from '@cges-fleet/core'
import { AddVerdicts } from '@cges-fleet/core/contract'
import { addVerdicts } from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { Asked, Serves } from '../http/serves.js'
import { unknownEvaluation } from './evaluation-view.js'

/** Verdicts of rules that are not ours. */
@Controller()
export class ExternalController {
  @Serves(AddVerdicts)
  async add(
    @Caller() { db, team }: Caller,
    @Asked() { path: { id }, body }: Asked<typeof AddVerdicts>,
  ): Promise<ExternalCount> {
    const added = await addVerdicts(db, team, { ...body, id })
    switch (added.kind) {
      case 'added':
        return added.count
      case 'unknown':
        throw unknownEvaluation(id)
      case 'not done':
        throw new Refusal(
          'conflict',
          'The evaluation is not done: a rule of one’s own is added once all samples are drawn.',
        )
      case 'too many':
        throw refuseField('name', 'the evaluation has as many rules of one’s own as it can')
      case 'refused':
        throw refuseField(`verdicts[${added.at}]`, added.problem)
      case 'decided otherwise':
        throw new Refusal(
          'conflict',
          `${added.problem} has another verdict on verdicts[${added.at}] already, and verdicts never change: give the rule another name.`,
        )
    }
  }
}
