import type { ProvenanceMark } from '../../frame/provenance-mark'
import { pictureOf } from './picture-of'
import { fileName, saveFile } from './save-file'
import { standaloneSvg } from './standalone-svg'

/** Saves a chart under its title, marked with the provenance of its numbers. */
export async function saveChart(
  chart: SVGSVGElement,
  { title, mark, ending }: { readonly title: string; readonly mark: ProvenanceMark; readonly ending: 'svg' | 'png' },
): Promise<void> {
  const text = standaloneSvg(chart, title, mark)
  const content = ending === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : await pictureOf(text)
  saveFile(content, fileName(title, ending))
}
