import type { MadeShareLink, ShareLinkList, ShareLinkView, ShareTarget } from '@cges-fleet/core'
import { ChangeShareLink, CreateShareLink, ListShareLinks, RevokeShareLink } from '@cges-fleet/core/contract'
import { changeShareLink, createShareLink, listShareLinks, MOST_SHARE_LINKS, revokeShareLink } from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import { requireComparison } from '../comparisons/comparison.js'
import { loadView } from '../evaluations/evaluation-view.js'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { sharedQuery } from './for-readers.js'

/** Links by which people without a key read one thing: made, listed and ended by the team's members. */
@Controller()
export class ShareLinksController {
  @Serves(CreateShareLink)
  async create(
    @Caller() caller: Caller,
    @Input() { body: { target, days } }: Input<typeof CreateShareLink>,
  ): Promise<MadeShareLink> {
    await requireTarget(caller, target)
    const link = { target, days, by: ownerOf(caller), actor: caller.actor }
    const made = await createShareLink(caller.db, caller.team, link)
    if (made !== null) return made
    throw new Refusal('conflict', `Your team has ${MOST_SHARE_LINKS} share links, which is the most. Revoke one first.`)
  }

  @Serves(ListShareLinks)
  async list(@Caller() { db, team }: Caller): Promise<ShareLinkList> {
    return { links: await listShareLinks(db, team) }
  }

  @Serves(ChangeShareLink)
  async change(
    @Caller() { db, team, actor }: Caller,
    @Input() { path: { link }, body: { days } }: Input<typeof ChangeShareLink>,
  ): Promise<ShareLinkView> {
    const changed = await changeShareLink(db, team, { id: link, days, actor })
    if (changed === null) throw new Refusal('not_found', `There is no share link ${link} that works.`)
    return changed
  }

  @Serves(RevokeShareLink)
  async revoke(
    @Caller() { db, team, actor }: Caller,
    @Input() { path: { link } }: Input<typeof RevokeShareLink>,
  ): Promise<void> {
    if (await revokeShareLink(db, team, { id: link, actor })) return
    throw new Refusal('not_found', `There is no share link ${link}.`)
  }
}

/** Refuses a target that is not the caller's team's, or that could not be shown. */
async function requireTarget(caller: Caller, target: ShareTarget): Promise<void> {
  if (target.kind === 'evaluation') await loadView(caller, target.evaluation)
  else await requireComparison(caller, sharedQuery(target))
}
