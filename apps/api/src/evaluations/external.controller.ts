import type { ExternalCount } from '@cges-fleet/core'
import { AddVerdicts } from '@cges-fleet/core/contract'
import { addVerdicts } from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { unknownEvaluation } from './evaluation-view.js'

/** Verdicts of rules that are not ours. */
@Controller()
export class ExternalController {
  @Serves(AddVerdicts)
  async add(
    @Caller() { db, team }: Caller,
    @Input() { path: { id }, body }: Input<typeof AddVerdicts>,
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
          'This evaluation is not finished. Add your rule’s verdicts once all samples are drawn.',
        )
      case 'too many':
        throw refuseField('name', 'this evaluation already has the most rules of yours that it can store')
      case 'refused':
        throw refuseField(`verdicts[${added.at}]`, added.problem)
      case 'decided otherwise':
        throw new Refusal(
          'conflict',
          `verdicts[${added.at}]: ${added.problem} already has another verdict there, and verdicts never change. Give the rule another name.`,
        )
    }
  }
}
