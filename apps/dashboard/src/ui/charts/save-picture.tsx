'use client'

import { type RefObject, useState } from 'react'
import { useProvenanceMark } from '../provenance/provenance-scope'

interface Props {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly title: string
}

/** Saves a chart as a self-contained file that states the provenance of its numbers: SVG to edit, PNG to paste. */
export function SavePicture({ svg, title }: Props) {
  const mark = useProvenanceMark()
  const [failed, setFailed] = useState(false)
  const save = async (ending: 'svg' | 'png') => {
    if (svg.current === null) return
    const { saveChart } = await import('./chart-files')
    await saveChart(svg.current, { title, mark, ending })
  }
  const press = (ending: 'svg' | 'png') =>
    save(ending).then(
      () => setFailed(false),
      () => setFailed(true),
    )
  return (
    <span className="copy-buttons">
      <span className="muted">Save the picture as</span>
      <button type="button" className="small" onClick={() => void press('svg')}>
        SVG
      </button>
      <button type="button" className="small" onClick={() => void press('png')}>
        PNG
      </button>
      {failed ? <span role="alert">This browser could not make the picture.</span> : null}
    </span>
  )
}
