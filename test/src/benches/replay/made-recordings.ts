import { seededRandom } from '@cges-fleet/methods'
import type { RecordedSample, Recording } from '@cges-fleet/replay'

/** One string each, as a log's reader keeps the answers of a question. */
const WRONG_ANSWERS = Array.from({ length: 6 }, (_, at) => `wrong ${at + 1}`)

/** Simulated recordings: questions of every difficulty, wrong answers that repeat, and surer right answers. */
export function madeRecordings(questions: number, samples: number): Recording[] {
  const random = seededRandom('replay bench')
  const sample = (share: number): RecordedSample => {
    const correct = random.next() < share
    const answer = correct ? 'right' : (WRONG_ANSWERS[random.int(1, WRONG_ANSWERS.length) - 1] ?? '')
    const confidence = (correct ? 0.85 : 0.7) + 0.14 * random.next()
    return { answer, grade: correct ? 1 : 0, confidence, reward: confidence, signals: { 'lns-arith': confidence } }
  }
  return Array.from({ length: questions }, (_, question) => {
    const share = 0.2 + 0.8 * random.next()
    const drawn = Array.from({ length: samples }, () => sample(share))
    return { id: `q${question}`, replicate: 0, truth: null, difficulty: null, samples: drawn }
  })
}
