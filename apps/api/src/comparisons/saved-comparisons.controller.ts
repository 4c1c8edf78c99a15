import type { SavedComparison, SavedComparisons } from '@cges-fleet/core'
import { DeleteSavedComparison, ListSavedComparisons, SaveComparison } from '@cges-fleet/core/contract'
import { deleteSavedComparison, listSavedComparisons, MOST_SAVED_COMPARISONS, saveComparison } from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { requireComparison } from './comparison.js'

/** Comparisons that a team keeps, each with a name and a text. */
@Controller()
export class SavedComparisonsController {
  @Serves(SaveComparison)
  async save(@Caller() caller: Caller, @Input() { body }: Input<typeof SaveComparison>): Promise<SavedComparison> {
    await requireComparison(caller, body.chosen)
    const saved = await saveComparison(caller.db, caller.team, { ...body, by: ownerOf(caller) })
    if (saved !== null) return saved
    throw new Refusal(
      'conflict',
      `Your team keeps ${MOST_SAVED_COMPARISONS} comparisons, which is the most. Delete one first.`,
    )
  }

  @Serves(ListSavedComparisons)
  async list(@Caller() { db, team }: Caller): Promise<SavedComparisons> {
    return { comparisons: await listSavedComparisons(db, team) }
  }

  @Serves(DeleteSavedComparison)
  async delete(
    @Caller() { db, team }: Caller,
    @Input() { path: { saved } }: Input<typeof DeleteSavedComparison>,
  ): Promise<void> {
    if (await deleteSavedComparison(db, team, saved)) return
    throw new Refusal('not_found', `There is no saved comparison ${saved}.`)
  }
}
