import { readFileSync, writeFileSync } from 'node:fs'
import type { RecordedSample, Recording } from '@cges-fleet/replay'
import type { Recorded } from './recordings.js'

/** How much a rank counts: fixed before any recording here was judged by it. */
const S = 1

type Value = (sample: RecordedSample) => number | null

/** What a rule reads of a sample, in its own numbers: only their order counts. */
export function valueOf(signal: Recorded['signals'][number]): Value {
  return ({ signals, reward, confidence }) => signals[signal] ?? (signal === 'rm' ? reward : null) ?? confidence
}

/**
 * Writes a half anew with confidences that the other half gave without labels: logit C = s · logit(rank among the first
 * answers to its questions) + logit(the share of pairs of answers to one of its questions that agree).
 */
export function writeRanked(
  taught: readonly Recording[],
  decided: readonly Recording[],
  { from, to, value }: { readonly from: string; readonly to: string; readonly value: Value },
): void {
  const first = taught
    .flatMap(({ samples }) => {
      const answered = samples.find(({ answer }) => answer !== null)
      const found = answered === undefined ? null : value(answered)
      return found === null ? [] : [found]
    })
    .toSorted((a, b) => a - b)
  const base = logit(agreement(taught))
  const byId = new Map(decided.map((recording) => [recording.id, recording]))
  const lines = readFileSync(from, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (!line.startsWith('{"question_id"')) return line
      const question = JSON.parse(line) as { question_id: string; samples: Record<string, unknown>[] }
      const samples = byId.get(question.question_id)?.samples ?? []
      const ranked = question.samples.map((sample, at) => {
        const found = samples[at]
        const confidence = found === undefined ? null : value(found)
        const { logprobs: _, reward: __, ...kept } = sample
        if (confidence === null) return { ...kept, confidence: null }
        return { ...kept, confidence: 1 / (1 + Math.exp(-S * logit(rankOf(confidence, first)) - base)) }
      })
      return JSON.stringify({ ...question, samples: ranked })
    })
  writeFileSync(to, `${lines.join('\n')}\n`)
}

/** Between 0 and 1, exclusively; equal ones in the middle of theirs. */
function rankOf(value: number, sorted: readonly number[]): number {
  const below = sorted.filter((each) => each < value).length
  const equal = sorted.filter((each) => each === value).length
  return (below + equal / 2 + 0.5) / (sorted.length + 1)
}

/** The mean over questions of the share of pairs of answers that agree, kept from 0 and 1. */
export function agreement(recordings: readonly Recording[]): number {
  const shares = recordings.flatMap(({ samples }) => {
    const counts = new Map<string, number>()
    for (const { answer } of samples) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (all < 2) return []
    const pairs = [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0)
    return [pairs / (all * (all - 1))]
  })
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  return Math.min(0.99, Math.max(0.01, mean))
}

function logit(share: number): number {
  return Math.log(share / (1 - share))
}
