import {
  type EvaluationEvent,
  type EvaluationReason,
  type EvaluationStatus,
  hasEnded,
  type Priority,
} from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { writeAudit } from '../identity/audit.js'
import { EvaluationEntity } from '../schema/evaluation.js'
import type { LockedEvaluation } from '../rounds/evaluation-lock.js'
import { writeEvent } from './events.js'
import { storedReason } from './reason-json.js'

/**
 * Pauses a running evaluation: nothing more is claimed or decided. Samples in flight land and are counted; with
 * `stopsCalls` their workers abort them, also those of an evaluation that is paused already, and resuming draws them
 * again. Returns the resulting status.
 */
export function pauseEvaluation(
  db: Database,
  team: TeamId,
  id: string,
  { reason, actor, stopsCalls = false }: Asked & { readonly stopsCalls?: boolean | undefined } = {},
): Promise<EvaluationStatus | null> {
  return changeStatus(db, team, {
    id,
    from: stopsCalls ? ['running', 'stuck', 'paused'] : ['running', 'stuck'],
    to: 'paused',
    event: 'paused',
    reason: stopsCalls ? { kind: 'stopped_calls', counts: {}, why: reason ?? null } : reasonGiven(reason),
    stopsCalls,
    logged: { actor, action: 'evaluation.pause', reason },
  })
}

/** Resumes a paused evaluation where it stopped. Returns the resulting status. */
export function resumeEvaluation(
  db: Database,
  team: TeamId,
  id: string,
  { reason, actor }: Asked = {},
): Promise<EvaluationStatus | null> {
  const logged = { actor, action: 'evaluation.resume', reason }
  const change = { to: 'running', event: 'resumed', reason: reasonGiven(reason), logged } as const
  return changeStatus(db, team, { id, from: ['paused'], ...change })
}

/**
 * Cancels an evaluation. No sample is touched: pending ones can no longer be claimed; those in flight are aborted by
 * their workers, or land and are counted. Returns the resulting status, or null if there is no such evaluation.
 */
export function cancelEvaluation(
  db: Database,
  team: TeamId,
  id: string,
  { reason, actor }: Asked = {},
): Promise<EvaluationStatus | null> {
  const from = ['running', 'paused', 'stuck', 'budget_stopped'] as const
  const logged = { actor, action: 'evaluation.cancel', reason }
  const change = { to: 'cancelled', event: 'cancelled', reason: reasonGiven(reason), logged } as const
  return changeStatus(db, team, { id, from, ...change })
}

function reasonGiven(why: string | undefined): EvaluationReason | null {
  return why === undefined ? null : { kind: 'asked', counts: {}, why }
}

/** Who asks for a change and why. A change that nobody is named for is not in the log. */
export interface Asked {
  readonly reason?: string | undefined
  readonly actor?: string | undefined
}

interface StatusChange extends NewStatus {
  readonly from: readonly EvaluationStatus[]
  readonly logged: Asked & { readonly action: string }
}

/**
 * Moves a team's evaluation from one status to another, recording why and auditing who did; from any other status it
 * stays, and nothing is audited. Returns the resulting status, or null if there is no such evaluation.
 */
async function changeStatus(
  db: Database,
  team: TeamId,
  { id, from, logged, ...change }: StatusChange & { readonly id: string },
): Promise<EvaluationStatus | null> {
  return transaction(db, async (tx) => {
    const evaluation = await lockTeamEvaluation(tx, team, id)
    if (evaluation === null || !from.includes(evaluation.status)) return evaluation?.status ?? null
    await writeStatus(tx, evaluation, change)
    await logChange(tx, evaluation, logged)
    return change.to
  })
}

export interface TeamEvaluation {
  readonly id: string
  readonly teamId: TeamId
  readonly status: EvaluationStatus
  readonly methods: readonly MethodSpec[]
  readonly questions: number
  readonly replicates: number
  readonly replicateBlocks: readonly number[]
  /** Imported from a log: no sample is ever drawn. */
  readonly imported: boolean
}

/** Locks a team's evaluation, so that no round decides while it is being changed; null if the team has none. */
export async function lockTeamEvaluation(tx: Db, team: TeamId, id: string): Promise<TeamEvaluation | null> {
  const rows = await query<TeamEvaluation>(
    tx,
    `SELECT id, team_id AS "teamId", status, spec -> 'methods' AS methods, questions, replicates,
            coalesce(replicate_blocks, ARRAY[replicates]) AS "replicateBlocks",
            source IS NOT NULL AS imported
     FROM evaluation WHERE team_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [team, id],
  )
  return rows[0] ?? null
}

interface NewStatus {
  readonly to: EvaluationStatus
  readonly event: EvaluationEvent['kind']
  readonly reason: EvaluationReason | null
  readonly stopsCalls?: boolean
}

/** Gives a locked evaluation another status, and records why. A status that ends it dates its end. */
export async function writeStatus(
  tx: Db,
  evaluation: { readonly id: string; readonly teamId: string },
  { to, event, reason, stopsCalls = false }: NewStatus,
): Promise<void> {
  await tx.getRepository(EvaluationEntity).update(
    { id: evaluation.id },
    {
      status: to,
      stopsCalls,
      reason: to === 'running' || reason === null ? null : storedReason(reason),
      finishedAt: hasEnded(to) ? () => 'now()' : null,
      ...(hasEnded(to) ? {} : { archivedAt: null }),
      version: () => 'version + 1',
    },
  )
  await writeEvent(tx, evaluation, { kind: event, reason })
}

/** Audits who changed a locked evaluation, in the transaction of the change. */
export async function logChange(
  tx: Db,
  { id, teamId }: Pick<TeamEvaluation, 'id' | 'teamId'>,
  { actor, action, reason }: StatusChange['logged'],
): Promise<void> {
  const detail = reason === undefined ? {} : { reason }
  if (actor !== undefined) await writeAudit(tx, { team: teamId, actor, action, subject: id, detail })
}

/** Gives an evaluation another priority among those of its team, and audits who did. Returns whether the team has it. */
export function prioritizeEvaluation(
  db: Database,
  team: TeamId,
  to: Priority,
  { id, actor }: Readonly<Record<'id' | 'actor', string>>,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [before] = await query<{ name: string; from: Priority }>(
      tx,
      'SELECT name, priority AS "from" FROM evaluation WHERE team_id = $1 AND id = $2 FOR NO KEY UPDATE',
      [team, id],
    )
    if (before === undefined || before.from === to) return before !== undefined
    const change = { priority: to, version: () => 'version + 1' }
    await tx.getRepository(EvaluationEntity).update({ teamId: team, id }, change)
    const detail = { ...before, to }
    await writeAudit(tx, { team, actor, action: 'evaluation.priority', subject: id, detail })
    return true
  })
}

/** Fails an evaluation that cannot continue, with its reason, so that every evaluation ends. */
export function failEvaluation(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  reason: EvaluationReason,
): Promise<void> {
  return writeStatus(tx, evaluation, { to: 'failed', event: 'failed', reason })
}
