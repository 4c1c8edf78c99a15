/** Selects the trials whose ids are in `wanted`, as `OpenTrial`, in the order they were planned. */
export const TRIALS_WANTED = `
SELECT t.id, t.position, t.replicate, t.seed_base AS "seedBase", t.asked, t.state = 'blocked' AS blocked,
       coalesce(s.samples, '[]'::jsonb) AS samples, coalesce(v.decided, '{}') AS decided
FROM wanted w
JOIN trial t ON t.id = w.id
JOIN evaluation e ON e.id = t.evaluation_id
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'index', s.index, 'outcome', coalesce(r.outcome, s.outcome),
           'answerKey', CASE WHEN r.trial_id IS NULL THEN s.answer_key ELSE r.answer_key END,
           'signals', s.signals, 'completionTokens', s.completion_tokens, 'minima', s.minima) ORDER BY s.index) AS samples
  FROM sample s
  LEFT JOIN regraded_sample r ON r.trial_id = s.trial_id AND r.index = s.index AND r.grading_version = e.regraded_to
  WHERE s.trial_id = t.id AND s.state = 'read' AND NOT (t.retrying AND s.outcome = 'infra_error')
) s ON true
LEFT JOIN LATERAL (
  SELECT array_agg(DISTINCT method_key) AS decided FROM verdict WHERE trial_id = t.id
) v ON true
ORDER BY t.ordinal`
