/** Why nothing more of a team is started. */
export const TOKENS_USED_UP = "the team's tokens of the day are used up"

/** Writes the SQL of what a team's limit leaves of the day, read calls taken off; null where it has no limit. */
export function tokensLeft(team: string): string {
  return `((SELECT max_tokens_per_day FROM team WHERE id = ${team}) - (
    SELECT coalesce(sum(tokens), 0) FROM usage WHERE team_id = ${team} AND day = current_date))::float8`
}

/**
 * Writes the SQL of the most tokens that a team's calls may need which no round has read: a sample as many as its budget
 * and its prompt, a ranking those of all its questions. What waits in an evaluation that has ended is never called.
 */
export function tokensReserved(team: string): string {
  return `((
    SELECT coalesce(sum(w.tokens_per_call * w.calls_per_sample), 0)
    FROM sample s JOIN evaluation o ON o.id = s.evaluation_id JOIN spending w ON w.evaluation_id = o.id
    WHERE o.team_id = ${team} AND s.state <> 'read' AND ${isCalled('s')}
  ) + (
    SELECT coalesce(sum(w.tokens_per_call * cardinality(r.positions)), 0)
    FROM ranking r JOIN evaluation o ON o.id = r.evaluation_id JOIN spending w ON w.evaluation_id = o.id
    WHERE o.team_id = ${team} AND r.reserved AND ${isCalled('r')}
  ))::float8`
}

function isCalled(call: string): string {
  return `(${call}.state <> 'pending' OR o.status IN ('running', 'paused'))`
}
