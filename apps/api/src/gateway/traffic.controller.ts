import type { EarlyAnswers, TrafficView } from '@cges-fleet/core'
import { GetTraffic } from '@cges-fleet/core/contract'
import { selectTraffic, type Traffic } from '@cges-fleet/db'
import { liveChance } from '@cges-fleet/statistics'
import { Controller, Module } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Input, Serves } from '../http/serves.js'

/** What a team's requests to the gateway came to. */
@Controller()
export class TrafficController {
  @Serves(GetTraffic)
  async traffic(
    @Caller() { db, team }: Caller,
    @Input() { query: { days = '30' } }: Input<typeof GetTraffic>,
  ): Promise<TrafficView> {
    return viewOf(await selectTraffic(db, team, Number(days)), Number(days))
  }
}

function viewOf(
  { audits, models, abandoned, auditCalls, auditTokens, ...traffic }: Traffic,
  days: number,
): TrafficView {
  return {
    ...traffic,
    days,
    models: models.map((one) => ({
      ...one,
      early: earlyOf(audits.filter(({ pool, method }) => pool === one.pool && method === one.method)),
    })),
    audit: { early: earlyOf(audits), abandoned, calls: auditCalls, tokens: auditTokens },
  }
}

function earlyOf(audits: Traffic['audits']): EarlyAnswers | null {
  const [first] = audits.toSorted((one, other) => one.since.getTime() - other.since.getTime())
  if (first === undefined) return null
  const differed = audits.reduce((sum, one) => sum + one.differed, 0)
  const tries = audits.reduce((sum, one) => sum + one.audited, 0)
  return { since: first.since.toISOString(), differed, share: liveChance({ tries, events: differed }) }
}

/** The gateway's traffic, as figures of it are kept. */
@Module({ controllers: [TrafficController] })
export class TrafficModule {}
