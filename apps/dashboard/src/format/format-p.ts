/** Writes a p-value; what is very small is only said to be so. */
export function formatP(p: number): string {
  if (p < 0.001) return '< .001'
  return p >= 0.9995 ? '1' : p.toFixed(3).replace(/^0/, '')
}
