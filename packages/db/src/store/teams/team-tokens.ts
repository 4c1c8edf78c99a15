/** Returns the SQL of what is left of a team's daily limit after the calls read; null if it has no limit. */
export function tokensLeft(team: string): string {
  return `((SELECT max_tokens_per_day FROM team WHERE id = ${team}) - (
    SELECT coalesce(sum(tokens), 0) FROM usage WHERE team_id = ${team} AND day = current_date))::float8`
}

/**
 * Returns the SQL of the most tokens that a team's unread calls may need: for a sample its token limit and its prompt,
 * for a ranking those of all its questions. Pending calls of an ended evaluation will never be made.
 */
export function tokensReserved(team: string): string {
  return `((
    SELECT coalesce(sum(w.tokens_per_call * CASE k.kind WHEN 'draw' THEN w.calls_per_sample ELSE cardinality(r.positions) END), 0)
    FROM call k JOIN evaluation o ON o.id = k.evaluation_id JOIN spending w ON w.evaluation_id = o.id
    LEFT JOIN ranking r ON r.id = k.ranking_id
    WHERE o.team_id = ${team} AND k.live AND k.kind <> 'score' AND ${isCalled('k', 'o')}
  ) + (
    SELECT coalesce(sum(w.tokens_per_call * w.calls_per_sample), 0)
    FROM sample s JOIN spending w ON w.evaluation_id = s.evaluation_id
    WHERE w.team_id = ${team} AND s.state = 'landed'
  ) + (
    SELECT coalesce(sum(w.tokens_per_call * cardinality(r.positions)), 0)
    FROM ranking r JOIN spending w ON w.evaluation_id = r.evaluation_id
    JOIN call k ON k.ranking_id = r.id AND k.index = r.tries - 1 AND NOT k.live
    WHERE w.team_id = ${team} AND r.reserved
  ))::float8`
}

/**
 * Returns the SQL of the most tokens that one call reserves, of all that a team wants to make or was stopped from making
 * today; null if there is none.
 */
export function tokensOfNextCall(team: string): string {
  return `(
    SELECT max(w.tokens_per_call * greatest(w.calls_per_sample, (
      SELECT max(cardinality(r.positions)) FROM ranking r
      WHERE r.evaluation_id = o.id AND r.state = 'open' AND NOT r.reserved)))
    FROM evaluation o JOIN spending w ON w.evaluation_id = o.id
    WHERE o.team_id = ${team}
      AND (o.status = 'running' OR (o.status = 'budget_stopped' AND o.finished_at >= current_date)))::float8`
}

/** Returns the SQL of whether a call of an evaluation may still be made, or is being made. */
export function isCalled(call: string, evaluation: string): string {
  return `(${call}.state <> 'pending' OR ${evaluation}.status IN ('running', 'paused'))`
}
