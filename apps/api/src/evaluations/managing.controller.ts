import { type DeletedEvaluation, type EvaluationView, statusWord } from '@cges-fleet/core'
import { ArchiveEvaluation, DeleteEvaluation, RenameEvaluation, UnarchiveEvaluation } from '@cges-fleet/core/contract'
import { type Act, deleteEvaluation, findOwner, renameEvaluation, setArchived } from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller, manages } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { loadView, unknownEvaluation } from './evaluation-view.js'

/** What only an evaluation's owner and its team's admins may do. */
@Controller()
export class ManagingController {
  @Serves(RenameEvaluation)
  async rename(
    @Caller() caller: Caller,
    @Input() { path: { id }, body: { name } }: Input<typeof RenameEvaluation>,
  ): Promise<EvaluationView> {
    await renameEvaluation(caller.db, caller.team, name, await actOn(caller, id, 'rename'))
    return loadView(caller, id)
  }

  @Serves(ArchiveEvaluation)
  async archive(
    @Caller() caller: Caller,
    @Input() { path: { id } }: Input<typeof ArchiveEvaluation>,
  ): Promise<EvaluationView> {
    const archived = await setArchived(caller.db, caller.team, true, await actOn(caller, id, 'archive'))
    if (!archived) throw await notEnded(caller, id, 'archive')
    return loadView(caller, id)
  }

  @Serves(UnarchiveEvaluation)
  async unarchive(
    @Caller() caller: Caller,
    @Input() { path: { id } }: Input<typeof UnarchiveEvaluation>,
  ): Promise<EvaluationView> {
    await setArchived(caller.db, caller.team, false, await actOn(caller, id, 'unarchive'))
    return loadView(caller, id)
  }

  @Serves(DeleteEvaluation)
  async delete(
    @Caller() caller: Caller,
    @Input() { path: { id } }: Input<typeof DeleteEvaluation>,
  ): Promise<DeletedEvaluation> {
    const deleted = await deleteEvaluation(caller.db, caller.team, await actOn(caller, id, 'delete'))
    if (deleted === null) throw await notEnded(caller, id, 'delete')
    return deleted
  }
}

/** The caller's act, if the evaluation is theirs to manage. */
async function actOn(caller: Caller, id: string, verb: string): Promise<Act> {
  const found = await findOwner(caller.db, caller.team, id)
  if (found === null) throw unknownEvaluation(id)
  if (manages(caller, found.owner)) return { id, actor: caller.actor }
  const whose = found.owner === null ? 'nobody’s' : `“${found.owner}”’s`
  throw new Refusal('forbidden', `This evaluation is ${whose}. Ask them or an admin of your team to ${verb} it.`)
}

async function notEnded(caller: Caller, id: string, verb: string): Promise<Refusal> {
  const { status } = await loadView(caller, id)
  return new Refusal('conflict', `The evaluation is ${statusWord(status)}. Cancel it, then ${verb} it.`)
}
