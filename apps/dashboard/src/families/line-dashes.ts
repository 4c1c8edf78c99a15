const DASHES = ['none', '8 3', '2 2.5', '9 3 2 3', '5 2 1.5 2 1.5 2', '14 4', '1 4', '4 5'] as const

/** Gives the dashes of a method's lines as SVG writes them. */
export function lineDashes(dash: number): string {
  return DASHES[dash % DASHES.length] ?? 'none'
}
