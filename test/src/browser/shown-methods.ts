/** Methods of every family, two of them SC, for evaluations shown on pages. */
export const SHOWN_METHODS = [
  'sc@16',
  'sc@1',
  'esc:window=4@16',
  'asc-beta@16',
  'cges:confidence=lns-arith,gamma=0.99@16',
  'cges:confidence=lns-geom,gamma=0.99@16',
]
