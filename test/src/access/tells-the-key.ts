/** A fault of a model server that refuses the worker's key once, and repeats it. */
export function tellsTheKey(key: string): object {
  const error = { message: `no model for Bearer ${key}` }
  return { fault: { kind: 'status', status: 401, body: { error } }, path: '/v1/chat/completions', nth: 3 }
}
