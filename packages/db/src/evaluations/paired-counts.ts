import type { PairedGroup } from '@cges-fleet/statistics'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

/** A method of an evaluation whose verdicts are final. */
interface Side {
  readonly evaluation: string
  readonly method: string
}

/** Two methods that are compared on the trials both have verdicts on. */
interface Pair {
  readonly this: Side
  readonly base: Side
}

interface Row extends PairedGroup {
  /** From 1. */
  readonly pair: number
}

/**
 * Counts, for each pair, the questions that both sides have verdicts on, by how much they differ there: a few dozen
 * groups a pair, however many questions. Trials are the same if question and replicate are: both sides must be of one
 * benchmark revision. O(verdicts of both sides), one statement.
 */
export async function selectPairedGroups(db: Db, team: TeamId, pairs: readonly Pair[]): Promise<PairedGroup[][]> {
  if (pairs.length === 0) return []
  const { sides, places } = placed(pairs)
  const rows = await query<Row>(db, GROUPS, [team, ...sides, ...places])
  return pairs.map((_, at) => rows.filter(({ pair }) => pair === at + 1).map(({ pair: _pair, ...group }) => group))
}

/** Two methods that are compared on the first trials that both evaluations closed. */
interface PrefixPair extends Pair {
  /** How many trials that is. */
  readonly closed: number
  /** Whose order it is the beginning of. */
  readonly orderOf: 'this' | 'base'
}

/** The trials of a prefix that both sides have verdicts on: how many, who is right where, and their calls. */
interface PrefixCounts {
  readonly decided: number
  readonly onlyThis: number
  readonly onlyBase: number
  readonly thisCalls: number
  readonly baseCalls: number
}

/** Counts, for each pair, who is right on the first trials of an order. O(verdicts of both sides), one statement. */
export async function selectPrefixPairs(db: Db, team: TeamId, pairs: readonly PrefixPair[]): Promise<PrefixCounts[]> {
  if (pairs.length === 0) return []
  const { sides, places } = placed(pairs)
  const columns = [pairs.map(({ closed }) => closed), pairs.map(({ orderOf }) => orderOf === 'base')]
  const rows = await query<PrefixCounts & { readonly pair: number }>(db, PREFIXES, [
    team,
    ...sides,
    ...places,
    ...columns,
  ])
  const none = { decided: 0, onlyThis: 0, onlyBase: 0, thisCalls: 0, baseCalls: 0 }
  return pairs.map((_, at) => rows.find(({ pair }) => pair === at + 1) ?? none)
}

/** The columns of all sides, and those of each pair's places among them, from 1. */
function placed(pairs: readonly Pair[]) {
  const sides = distinct(pairs.flatMap((pair) => [pair.this, pair.base]))
  const place = (side: Side) => sides.findIndex((each) => isSame(each, side)) + 1
  return {
    sides: [sides.map(({ evaluation }) => evaluation), sides.map(({ method }) => method)],
    places: [pairs.map((pair) => place(pair.this)), pairs.map((pair) => place(pair.base))],
  }
}

function distinct(sides: readonly Side[]): Side[] {
  return sides.filter((side, at) => sides.findIndex((each) => isSame(each, side)) === at)
}

function isSame(a: Side, b: Side): boolean {
  return a.evaluation === b.evaluation && a.method === b.method
}

/** The verdicts of all sides, in the grading of their evaluations. */
const ENDED = `
WITH side AS (
  SELECT s.place::int, s.evaluation_id, s.method_key, e.benchmark_id, e.grading_version
  FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS s(evaluation_id, method_key, place)
  JOIN evaluation e ON e.id = s.evaluation_id AND e.team_id = $1
), ended AS MATERIALIZED (
  SELECT s.place, t.ordinal, t.position, t.replicate, v.calls, coalesce(g.correct, false)::int AS correct
  FROM side s
  JOIN trial t ON t.evaluation_id = s.evaluation_id
  JOIN verdict v ON v.trial_id = t.id AND v.method_key = s.method_key AND v.grading_version = s.grading_version
  LEFT JOIN answer_grade g ON g.benchmark_id = s.benchmark_id AND g.position = t.position
    AND g.answer_key = v.answer_key AND g.grading_version = v.grading_version
)`

const GROUPS = `
${ENDED}, question AS (
  SELECT p.place::int AS pair, a.position, count(*)::int AS trials, sum(a.correct)::int AS this_right,
         sum(b.correct)::int AS base_right, sum(a.correct * b.correct)::int AS both_right, sum(a.calls)::int AS this_calls,
         sum(b.calls)::int AS base_calls
  FROM unnest($4::int[], $5::int[]) WITH ORDINALITY AS p(this, base, place)
  JOIN ended a ON a.place = p.this
  JOIN ended b ON b.place = p.base AND b.position = a.position AND b.replicate = a.replicate
  GROUP BY 1, 2
)
SELECT pair, trials, this_right - base_right AS "correctDifference", this_calls - base_calls AS "callsDifference",
       count(*)::int AS questions, sum(both_right)::int AS both, sum(this_right)::int AS "thisCorrect",
       sum(base_right)::int AS "baseCorrect", sum(base_calls)::float8 AS "baseCalls"
FROM question GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`

const PREFIXES = `${ENDED}
SELECT p.pair::int, count(*)::int AS decided, (count(*) FILTER (WHERE a.correct > b.correct))::int AS "onlyThis",
       (count(*) FILTER (WHERE a.correct < b.correct))::int AS "onlyBase", sum(a.calls)::float8 AS "thisCalls",
       sum(b.calls)::float8 AS "baseCalls"
FROM unnest($4::int[], $5::int[], $6::int[], $7::boolean[]) WITH ORDINALITY AS p(this, base, closed, by_base, pair)
JOIN ended a ON a.place = p.this
JOIN ended b ON b.place = p.base AND b.position = a.position AND b.replicate = a.replicate
WHERE CASE WHEN p.by_base THEN b.ordinal ELSE a.ordinal END < p.closed
GROUP BY 1`
