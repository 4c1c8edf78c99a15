import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExportEvaluation, pathOf } from '@cges-fleet/core/contract'
import { cges } from '../cli/run-cges.js'
import type { TestFleet } from './test-fleet.js'

/** What `cges replay` tells of an evaluation's exported samples. */
export interface Replayed {
  readonly digest: { readonly digest: string; readonly isVerified: boolean }
  readonly notes: readonly string[]
}

/** Exports an evaluation's samples and replays its methods on them. */
export async function replayStored(fleet: TestFleet, id: string): Promise<Replayed> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-stored-'))
  try {
    for (const file of ['samples.jsonl', 'gold.jsonl'] as const) {
      const path = pathOf(ExportEvaluation, { path: { id, file } })
      writeFileSync(join(folder, file), await (await fetch(`${fleet.api}${path}`)).text())
    }
    const files = [join(folder, 'samples.jsonl'), '--questions', join(folder, 'gold.jsonl')]
    const replay = cges(['replay', ...files, '--json', '--anyway'])
    if ((await replay.code) !== 0) throw new Error(replay.err())
    return JSON.parse(replay.out())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
