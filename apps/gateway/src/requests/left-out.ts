/** Gives a JSON object without the fields that its client leaves out with null, whether they are known here or not. */
export function withoutNulls(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null))
}
