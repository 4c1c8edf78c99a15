'use client'
import { type RefObject, useState } from 'react'
import { pictureOf } from './picture-of'
import { fileName, saveFile } from './save-file'
import { standaloneSvg } from './standalone-svg'

interface Props {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly title: string
}

/** Saves a chart as a file that needs nothing else: SVG to edit, PNG to paste. */
export function SavePicture({ svg, title }: Props) {
  const [failed, setFailed] = useState(false)
  const save = async (ending: 'svg' | 'png') => {
    if (svg.current === null) return
    const text = standaloneSvg(svg.current, title)
    const content = ending === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : await pictureOf(text)
    saveFile(content, fileName(title, ending))
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
