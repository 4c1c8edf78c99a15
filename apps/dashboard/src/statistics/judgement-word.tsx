import type { Judgement } from '@cges-fleet/core'

const SIGNS: Record<Judgement, string> = { better: '▲', worse: '▼', 'non-inferior': '≈', inconclusive: '?' }

const MEANINGS: Record<Judgement, string> = {
  better: 'the whole 95% interval of the difference is above 0, and p after Holm is at most .05',
  worse: 'the whole 95% interval of the difference is below 0, and p after Holm is at most .05',
  'non-inferior': 'the 95% interval excludes a loss of δ or more',
  inconclusive: 'the 95% interval holds both a loss of δ or more and no loss',
}

/** The one word a comparison comes to; told by sign and word, not by colour alone. */
export function JudgementWord({ word }: { readonly word: Judgement }) {
  return (
    <span className={`judgement judgement-${word}`} title={MEANINGS[word]} data-judgement={word}>
      <span aria-hidden="true">{SIGNS[word]}</span> {word}
    </span>
  )
}
