/**
 * Joins to verdicts `c`, by `trial_id` and `calls`, the tokens of the calls they are charged for: their own `tokens`, or all
 * that were generated; null if that is not known of one of them.
 */
export const CHARGED_TOKENS = `
LEFT JOIN LATERAL (
  SELECT coalesce(c.tokens, sum(s.completion_tokens)) AS tokens FROM sample s WHERE s.trial_id = c.trial_id AND s.index < c.calls
  HAVING count(s.completion_tokens) = c.calls
) charged ON true`
