import { decide, parseMethodSpec, isTrialMethod, type Vote } from '@cges-fleet/methods'

/** One of the two cases of the paper's figure 1: its samples in order, each an answer and its confidence. */
export interface FigureCase {
  readonly id: 'a' | 'b'
  readonly right: string
  readonly samples: readonly (readonly [answer: string, confidence: number])[]
}

/** What a rule does on such a case. */
export interface FigureRow {
  readonly case: FigureCase['id']
  readonly method: string
  readonly calls: number
  readonly answer: string | null
  readonly isRight: boolean
}

const ROOT = '28+√17'

/**
 * The two cases as the figure's text tells them. The samples are ours: the paper names the answers and what each rule
 * does, and no numbers. (a) The right answer leads, but never clearly, and its first sample is very sure. (b) It is a
 * minority, and sure, while the most frequent answer and the one in front early on are not.
 */
export const FIGURE_ONE: readonly FigureCase[] = [
  {
    id: 'a',
    right: 'C',
    samples: [
      ['C', 0.996],
      ['A', 0.42],
      ['C', 0.98],
      ['B', 0.38],
      ['C', 0.97],
      ['A', 0.41],
      ['D', 0.3],
      ['C', 0.99],
      ['A', 0.45],
      ['C', 0.96],
      ['B', 0.35],
      ['A', 0.4],
      ['C', 0.98],
      ['D', 0.33],
      ['A', 0.44],
      ['C', 0.97],
    ],
  },
  {
    id: 'b',
    right: '29',
    samples: [
      [ROOT, 0.35],
      [ROOT, 0.33],
      [ROOT, 0.36],
      ['28', 0.31],
      [ROOT, 0.34],
      [ROOT, 0.35],
      [ROOT, 0.32],
      ['28', 0.3],
      ['28', 0.32],
      ['29', 0.95],
      ['28', 0.29],
      ['28', 0.31],
      ['29', 0.96],
      ['28', 0.3],
      ['29', 0.94],
      ['28', 0.32],
    ],
  },
]

/** DSC is not among them: it decides whole sets of questions. */
export const FIGURE_METHODS = [
  'sc@16',
  'esc:window=4@16',
  'asc-beta@16',
  'asc-dirichlet@16',
  'cges:confidence=lns-arith,gamma=0.99@16',
] as const

/** Runs the rules of figure 1 on its two cases. */
export function figureOne(): FigureRow[] {
  return FIGURE_ONE.flatMap(({ id, right, samples }) =>
    FIGURE_METHODS.map((method): FigureRow => {
      const parsed = parseMethodSpec(method, 16)
      if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(method)
      const votes = samples.map(([answer, confidence]): Vote => {
        return { answer, confidences: { 'lns-arith': confidence } }
      })
      const decision = decide(parsed.spec, votes)
      if (decision.state === 'open') throw new Error(`${method} needs more samples`)
      const { calls, answer } = decision
      return { case: id, method, calls, answer, isRight: answer === right }
    }),
  )
}
