import type { QuestionComment } from '@cges-fleet/core'
import { AddComment, DeleteComment, EditComment } from '@cges-fleet/core/contract'
import {
  addComment,
  deleteComment,
  editComment,
  findComment,
  findTrialId,
  MOST_OF_BENCHMARK,
  MOST_OF_QUESTION,
  type StoredComment,
} from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller, manages, ownerOf } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { findReadable, unknownQuestion } from './selection.js'

/** What members say of a benchmark's questions. */
@Controller()
export class CommentsController {
  @Serves(AddComment)
  async add(
    @Caller() caller: Caller,
    @Input() { path: { id, position }, body }: Input<typeof AddComment>,
  ): Promise<QuestionComment> {
    const { questioned } = await findReadable(caller, id, '1')
    const trial = await findTrialId(caller.db, id, 0, position)
    if (trial === null) throw unknownQuestion(id, { replicate: 0, position })
    const comment = { ...body, benchmarkId: questioned.benchmarkId, position, by: ownerOf(caller) }
    const added = await addComment(caller.db, caller.team, comment)
    if (added !== null) return commentView(added, caller, false)
    throw new Refusal(
      'conflict',
      `A question takes ${MOST_OF_QUESTION} comments and a benchmark ${MOST_OF_BENCHMARK.toLocaleString('en')}. Delete one first.`,
    )
  }

  @Serves(EditComment)
  async edit(
    @Caller() caller: Caller,
    @Input() { path: { comment: id }, body }: Input<typeof EditComment>,
  ): Promise<QuestionComment> {
    await requireOwn(caller, id, 'edit')
    const edited = await editComment(caller.db, caller.team, { id, ...body })
    if (edited === null) throw unknownComment(id)
    return commentView(edited, caller, false)
  }

  @Serves(DeleteComment)
  async delete(
    @Caller() caller: Caller,
    @Input() { path: { comment: id } }: Input<typeof DeleteComment>,
  ): Promise<void> {
    await requireOwn(caller, id, 'delete')
    await deleteComment(caller.db, caller.team, id)
  }
}

/** A comment without who may change it. */
export type WrittenComment = Omit<QuestionComment, 'mayChange'>

/** A comment as files hold it; its text may quote the question, so it is withheld with it. */
export function writtenComment(stored: StoredComment, withheld: boolean): WrittenComment {
  const { id, text, flag, createdBy, createdAt, editedAt } = stored
  return {
    id,
    text: withheld ? null : text,
    flag,
    createdBy,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  }
}

/** A comment for its reader. */
export function commentView(
  stored: StoredComment,
  caller: Pick<Caller, 'name' | 'scopes'>,
  withheld: boolean,
): QuestionComment {
  const mayChange = caller.scopes.includes('evaluations:write') && manages(caller, stored.createdBy)
  return { ...writtenComment(stored, withheld), mayChange }
}

/** Refuses unless a comment is there, and the caller's own or an admin's to change. */
async function requireOwn(caller: Caller, id: string, verb: string): Promise<void> {
  const found = await findComment(caller.db, caller.team, id)
  if (found === null) throw unknownComment(id)
  if (manages(caller, found.createdBy)) return
  const whose = found.createdBy === null ? 'Nobody' : `“${found.createdBy}”`
  throw new Refusal('forbidden', `${whose} wrote this comment. Ask them or an admin of your team to ${verb} it.`)
}

function unknownComment(id: string): Refusal {
  return new Refusal('not_found', `There is no comment ${id}.`)
}
