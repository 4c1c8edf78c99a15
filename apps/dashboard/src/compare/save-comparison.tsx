'use client'
import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { useState } from 'react'
import { useProvenanceMark } from '../frame/provenance-scope'

interface Props {
  readonly comparison: Comparison
  /** Null until they are computed. */
  readonly statistics: ComparisonStatistics | null
}

/** Saves a comparison as the API returns it, every figure in full, with the provenance of the numbers. */
export function SaveComparison({ comparison, statistics }: Props) {
  const { long } = useProvenanceMark()
  const [failed, setFailed] = useState(false)
  const save = async () => {
    const { saveFile } = await import('../charts/export/save-file')
    const note = long === '' ? {} : { note: long }
    const content = JSON.stringify({ ...note, comparison, statistics }, null, 2)
    saveFile(new Blob([content], { type: 'application/json' }), 'comparison.json')
  }
  return (
    <span className="copy-buttons">
      <span className="muted">Save all as</span>
      <button
        type="button"
        className="small"
        onClick={() =>
          void save().then(
            () => setFailed(false),
            () => setFailed(true),
          )
        }
      >
        JSON
      </button>
      {failed ? <span role="alert">It could not be saved: the file’s maker did not load. Try again.</span> : null}
    </span>
  )
}
