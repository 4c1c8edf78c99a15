/** When a key or a link may end, in days from now. */
export const ENDS: readonly (readonly [days: number, title: string])[] = [
  [7, 'in a week'],
  [30, 'in 30 days'],
  [90, 'in 90 days'],
  [365, 'in a year'],
]
