import { permutedIndex, trialSeedBase } from '@cges-fleet/core'
import { newId } from '../../new-id.js'
import { sha256 } from '../../sha256.js'
import type { LockedEvaluation } from './lock-evaluation.js'
import { EvaluationEntity } from '../../entities/evaluation.js'
import { type Db, query } from '../query.js'

/**
 * Trials created per round: while those of a long evaluation are being created, its first samples are already drawn and
 * read.
 */
const TRIALS_PER_ROUND = 1000

/**
 * Creates the next trials of an evaluation, in an order seeded by it: files are often sorted by subject or difficulty,
 * and an interim figure over the first questions would then mislead. Returns how many exist now.
 */
export async function createTrials(tx: Db, evaluation: LockedEvaluation): Promise<number> {
  const from = evaluation.trialsPlanned
  const to = Math.min(evaluation.trialsTotal, from + TRIALS_PER_ROUND)
  if (from === to) return to
  const placed = Array.from({ length: to - from }, (_, offset) => place(evaluation, from + offset))
  const ids = await questionIds(
    tx,
    evaluation,
    placed.map((trial) => trial.position),
  )
  const rows = placed.map((trial) => {
    const questionId = ids.get(trial.position)
    if (questionId === undefined) throw new Error(`benchmark ${evaluation.benchmarkId} lost question ${trial.position}`)
    const seedBase = trialSeedBase(sha256, {
      evaluationSeed: evaluation.seed,
      benchmarkRevision: evaluation.benchmarkRevision,
      questionId,
      replicate: trial.replicate,
    })
    return { id: newId(), ...trial, questionId, seedBase }
  })
  await query(tx, INSERT, [evaluation.teamId, evaluation.id, JSON.stringify(rows)])
  await tx.getRepository(EvaluationEntity).update({ id: evaluation.id }, { trialsPlanned: to })
  return to
}

/** Replicates added later get an order of their own after the existing ones: no trial changes its position. */
function place(evaluation: LockedEvaluation, ordinal: number) {
  const { questions, seed } = evaluation
  let start = 0
  let firstReplicate = 0
  for (const replicates of evaluation.replicateBlocks) {
    const size = replicates * questions
    if (ordinal < start + size) {
      const cell = permutedIndex(ordinal - start, size, seed)
      return { ordinal, position: cell % questions, replicate: firstReplicate + Math.floor(cell / questions) }
    }
    start += size
    firstReplicate += replicates
  }
  throw new Error(`evaluation ${evaluation.id} has no trial ${ordinal}`)
}

async function questionIds(tx: Db, evaluation: LockedEvaluation, positions: number[]): Promise<Map<number, string>> {
  const rows = await query<{ position: number; id: string }>(
    tx,
    `SELECT position, question_id AS id FROM question WHERE benchmark_id = $1 AND position = ANY ($2::int[])`,
    [evaluation.benchmarkId, positions],
  )
  return new Map(rows.map((row) => [row.position, row.id]))
}

const INSERT = `
INSERT INTO trial (id, team_id, evaluation_id, ordinal, replicate, position, question_id, seed_base)
SELECT t.id, $1, $2, t.ordinal, t.replicate, t.position, t."questionId", t."seedBase"
FROM jsonb_to_recordset($3::jsonb) AS t(
  id uuid, ordinal int, replicate int, position int, "questionId" text, "seedBase" bigint)`
