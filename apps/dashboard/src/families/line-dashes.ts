/** Every line's dashes, by their number; a prime many, so that steps of any size meet all of them. */
export const DASHES = [
  'none',
  '8 3',
  '2 2.5',
  '9 3 2 3',
  '5 2 1.5 2 1.5 2',
  '14 4',
  '1 4',
  '4 5',
  '16 3 2 3 2 3',
  '8 7',
  '10 2 4 2',
] as const

/** Gives the dashes of a method's lines as SVG writes them. */
export function lineDashes(dash: number): string {
  return DASHES[dash % DASHES.length] ?? 'none'
}
