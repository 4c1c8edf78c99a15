import { addVote, plurality } from '../votes.js'
import { trialRule } from './rule.js'
import { sweptCount } from './swept.js'
import { COUNTING, pathOfCounts } from './counting.js'

/** Self-consistency: draw the whole budget, answer by plurality. Source: arXiv 2203.11171, section 2. */
export const SC = trialRule({
  ...COUNTING,
  name: 'sc',
  family: 'sc',
  title: 'SC',
  about: 'self-consistency: draws its whole budget and takes the plurality; the baseline of the others',
  example: 'sc@16',
  documented: { stopsAfter: 'B', test: 'none', answer: 'plurality', source: 'Wang et al. 2023' },
  parameters: {},
  look: { hue: 'sc', shape: 'square' },
  swept: sweptCount('budget', [16, 32, 64, 128, 1, 2, 4, 8]),
  nextStop: ({ budget }) => budget,
  path: (_spec, votes, answers) => pathOfCounts(votes, answers),
  bar: () => null,
  rounds: () => 1,
  decide({ budget }, prefix) {
    const counts = new Map<string, number>()
    for (const vote of prefix.slice(0, budget)) addVote(counts, vote.answer)
    const winner = plurality(counts)
    const answer = winner?.answer ?? null
    const score = winner?.share ?? null
    return prefix.length >= budget
      ? { state: 'stopped', calls: budget, answer, score, reason: 'budget' }
      : { state: 'open', until: budget, leader: answer, score }
  },
})
