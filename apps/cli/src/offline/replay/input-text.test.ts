import { LogReader, parseRecordingRow } from '@cges-fleet/formats'
import { type Recording, RecordingCollector, replayReport } from '@cges-fleet/replay'
import { describe, expect, it } from 'vitest'
import { replayText } from './replay-text.js'
import { splitMethods } from './split-methods.js'
import { REPORT_OPTIONS } from './testing/report-options.js'

function recording(id: string, line: object): Recording {
  const read = parseRecordingRow(JSON.stringify({ question_id: id, ...line }))
  if (!read.ok || read.entry === null) throw new Error(read.ok ? 'passed over' : read.problem)
  const collector = new RecordingCollector(new LogReader({ kind: 'math', paper: false }))
  const problem = collector.add(read.entry)
  const [found] = collector.recordings()
  if (found === undefined || problem !== null) throw new Error(problem ?? 'nothing')
  return found
}

const options = { ...REPORT_OPTIONS, budget: 8, seeds: 2 }

describe('what a recording says of its samples', () => {
  it('casts no vote with a sample that was cut, and says how the samples ended', () => {
    const ends = ['completed', 'truncated', 'completed', 'truncated']
    const samples = ends.map((status) => ({ answer: status === 'completed' ? '1' : '2', status, correct: true }))
    const cut = recording('q', { answer: '1', samples: [...samples, { answer: '3', finish_reason: 'length' }] })
    expect(cut.samples.map(({ answer, status }) => [answer !== null, status])).toEqual([
      [true, 'completed'],
      [false, 'truncated'],
      [true, 'completed'],
      [false, 'truncated'],
      [false, 'truncated'],
    ])
    const { input } = replayReport(splitMethods(['sc'], 4), [cut], { ...options, budget: 4 })
    expect(input).toMatchObject({ completed: 2, truncated: 3, unknown: 0 })
  })

  it('warns beside the table where the first samples are unlike the rest', () => {
    const many = Array.from({ length: 20 }, (_, at) => {
      const samples = Array.from({ length: 40 }, (__, place) => ({
        answer: '1',
        status: place < 16 ? 'completed' : 'truncated',
      }))
      return recording(`q${at}`, { answer: '1', samples })
    })
    const text = replayText(replayReport(splitMethods(['sc'], 8), many, options)).join('\n')
    expect(text).toMatch(
      /The first 16 of each question against the rest: completed 100\.0 % against 0\.0 %[\s\S]*--first 16/u,
    )
    const same = recording('q', { answer: '1', samples: Array.from({ length: 8 }, () => ({ answer: '1' })) })
    const alike = replayText(replayReport(splitMethods(['sc'], 8), [same], options)).join('\n')
    expect(alike).not.toContain('exchangeable')
  })
})
