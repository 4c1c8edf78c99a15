import { type ClaimedSample, completeSample, type DataSource, type DrawnSample, type SampleRef } from '@cges-fleet/db'
import { claim, select } from './evaluation-rows.js'

/** Claims every pending sample and lands what the model gives for it, each after half a second of GPU time; returns how many. */
export async function landAll(db: DataSource, model: (sample: ClaimedSample) => DrawnSample): Promise<number> {
  const pending = await select<SampleRef>(
    db,
    `SELECT trial_id AS "trialId", index FROM sample WHERE state = 'pending' ORDER BY trial_id, index`,
  )
  for (const ref of pending) {
    const sample = await claim(db, ref)
    if (!(await completeSample(db, { ...sample, gpuMs: 512 }, model(sample))))
      throw new Error(`sample ${ref.index} did not land`)
  }
  return pending.length
}
