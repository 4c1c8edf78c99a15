import { isTie, type Judged, wordOf } from './word-of'

const SIGNS = { better: '▲', worse: '▼', 'non-inferior': '≈', inconclusive: '?' } as const

const MEANINGS = {
  better: 'the whole 95% interval of the difference is above 0, and p after Holm is at most .05',
  worse: 'the whole 95% interval of the difference is below 0, and p after Holm is at most .05',
  'non-inferior': 'the 95% interval excludes a loss of δ or more',
  inconclusive: 'the 95% interval holds both a loss of δ or more and no loss',
} as const

/** A comparison's judgement in one word; shown by sign and word, not by colour alone. */
export function JudgementWord({ comparison }: { readonly comparison: Judged }) {
  const { judgement } = comparison
  const meaning = isTie(comparison) ? `non-inferior: ${MEANINGS[judgement]}, and it holds 0` : MEANINGS[judgement]
  return (
    <span className={`judgement judgement-${judgement}`} title={meaning} data-judgement={judgement}>
      <span aria-hidden="true">{SIGNS[judgement]}</span> {wordOf(comparison)}
    </span>
  )
}
