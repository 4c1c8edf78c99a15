import type { MethodReport } from '@cges-fleet/core'

/** The outline of a method's marker; SC, ESC, ASC, DSC and every confidence signal of CGES have their own. */
export type Shape =
  | 'square'
  | 'triangle'
  | 'diamond'
  | 'triangle-down'
  | 'star'
  | 'wye'
  | 'circle'
  | 'cross'
  | 'triangle-right'
  | 'triangle-left'
  | 'hourglass'
  | 'bow-tie'
  | 'pentagon'
  | 'saltire'

/** How a method looks wherever it is drawn: a hue, a marker with a sign in it, a line's dashes. */
export interface Identity {
  /** Names a colour token and the class that sets it. */
  readonly hue: string
  readonly shape: Shape
  /** Which sign stands in the marker, 0 (none) to 7: told by the budget. */
  readonly sign: number
  /** Which dashes its lines have, 0 (none) to 7: told by the parameter it stops by. */
  readonly dash: number
  /** How far its hue is moved to the ink, 0 to 2: told by what else differs from a default. */
  readonly shade: number
}

/** How many signs and how many dashes there are. */
export const VARIANTS = 8

const RULES: Readonly<Record<string, readonly [hue: string, shape: Shape]>> = {
  sc: ['sc', 'square'],
  esc: ['esc', 'triangle'],
  'asc-beta': ['asc-beta', 'diamond'],
  'asc-dirichlet': ['asc-dirichlet', 'triangle-down'],
  dsc: ['dsc', 'star'],
}

const SIGNALS: Readonly<Record<string, readonly [hue: string, shape: Shape]>> = {
  'lns-arith': ['lns-arith', 'circle'],
  'lns-geom': ['lns-geom', 'cross'],
  'deepconf-b10': ['deepconf-b10', 'triangle-right'],
  'deepconf-tail': ['deepconf-tail', 'triangle-left'],
  'deepconf-b10-window': ['deepconf-b10-window', 'hourglass'],
  'deepconf-tail-window': ['deepconf-tail-window', 'bow-tie'],
  mars: ['mars', 'pentagon'],
  rm: ['rm', 'saltire'],
}

/** Each parameter's usual values; a value looks like the nearest of them. */
const WINDOWS = [4, 2, 3, 5, 6, 8, 10, 16]
const THRESHOLDS = [0.95, 0.9, 0.99, 0.8, 0.85, 0.97, 0.995, 0.999]
const GAMMAS = [0.99, 0.95, 0.9, 0.999, 0.995, 0.98, 0.9999, 0.8]

/**
 * Gives a method its look from what it is alone, never from its place among others, so that it looks the same on every
 * page and in every evaluation. Shape, sign and dashes differ for all usual methods, so that no colour is needed.
 */
export function identityOf({ spec, key }: Pick<MethodReport, 'spec' | 'key'>): Identity {
  const named = spec.method === 'cges' ? SIGNALS[spec.confidence] : RULES[spec.method]
  const [hue, shape] = named ?? ['other', 'wye']
  const { dash, exact } = dashOf(spec, key)
  return { hue, shape, sign: levelOf(spec.budget), dash, shade: exact && isPlain(spec) ? 0 : 1 + (hashOf(key) % 2) }
}

/** A budget of 16 is the usual one and has no sign. */
function levelOf(budget: number): number {
  return (Math.floor(Math.log2(budget)) + 4) % VARIANTS
}

interface Dash {
  readonly dash: number
  readonly exact: boolean
}

function dashOf(spec: MethodReport['spec'], key: string): Dash {
  switch (spec.method) {
    case 'sc':
      return { dash: levelOf(spec.budget), exact: true }
    case 'esc':
      return nearest(spec.window, WINDOWS, Math.log)
    case 'asc-beta':
    case 'asc-dirichlet':
      return nearest(spec.threshold, THRESHOLDS, logOdds)
    case 'cges':
      return nearest(spec.gamma, GAMMAS, logOdds)
    default:
      return { dash: hashOf(key) % VARIANTS, exact: true }
  }
}

function nearest(value: number, usual: readonly number[], scale: (value: number) => number): Dash {
  const distances = usual.map((each) => Math.abs(scale(each) - scale(value)))
  const dash = distances.indexOf(Math.min(...distances))
  return { dash, exact: usual[dash] === value }
}

function logOdds(share: number): number {
  return Math.log(share / (1 - share))
}

function isPlain(spec: MethodReport['spec']): boolean {
  if (spec.method === 'esc') return spec.answerFrom === 'plurality'
  return spec.method !== 'cges' || (spec.minSamples === 1 && spec.support === 'dynamic' && !spec.otherStops)
}

function hashOf(key: string): number {
  return [...key].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7)
}
