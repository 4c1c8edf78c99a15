/** A model-server fault: refuses the worker's key once, and repeats that key in the error. */
export function tellsTheKey(key: string): object {
  const error = { message: `no model for Bearer ${key}` }
  return { fault: { kind: 'status', status: 401, body: { error } }, path: '/v1/chat/completions', nth: 3 }
}
