/**
 * Joins to verdicts `c`, by `trial_id` and `calls`, what was generated in the calls they are charged for: `tokens`, null where
 * that is not known of one of them.
 */
export const CHARGED_TOKENS = `
LEFT JOIN LATERAL (
  SELECT sum(s.completion_tokens) AS tokens FROM sample s WHERE s.trial_id = c.trial_id AND s.index < c.calls
  HAVING count(s.completion_tokens) = c.calls
) charged ON true`
