import { fileName, saveFile } from './save-file'
import type { ProvenanceMark } from '../provenance/provenance'

/** Saves a chart under its title, marked with the provenance of its numbers. */
export async function saveChart(
  chart: SVGSVGElement,
  { title, mark, ending }: { readonly title: string; readonly mark: ProvenanceMark; readonly ending: 'svg' | 'png' },
): Promise<void> {
  const text = standaloneSvg(chart, title, mark)
  const content = ending === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : await pictureOf(text)
  saveFile(content, fileName(title, ending))
}

const SVG = 'http://www.w3.org/2000/svg'

/** The styles that determine how a drawing looks; everything else is in its attributes. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
]

/** Pixels below a chart for the provenance of its numbers. */
const MARK_HEIGHT = 22

const MARK_LOOK = {
  'text-anchor': 'end',
  'font-family': 'system-ui, sans-serif',
  'font-size': '12px',
  'font-weight': '600',
  fill: '#8a4600',
}

/**
 * Writes a chart as a file of its own that looks as on a light page: every style is written where it applies, no class, no
 * variable and no address remains, and texts are escaped. Below it stands where its numbers come from. Must run in a page,
 * which knows the styles.
 */
export function standaloneSvg(chart: SVGSVGElement, title: string, mark: ProvenanceMark): string {
  const copy = chart.cloneNode(true) as SVGSVGElement
  for (const ring of copy.querySelectorAll('.read-ring')) ring.remove()
  const stage = document.createElement('div')
  stage.style.cssText = `position:absolute;left:-9999px;width:${chart.viewBox.baseVal.width}px`
  stage.append(copy)
  chart.parentElement?.append(stage)
  const { dataset } = document.documentElement
  const theme = dataset['theme']
  dataset['theme'] = 'light'
  try {
    // All styles are read before any is changed: children inherit colours from a parent's class.
    const looks = [...copy.querySelectorAll<SVGElement>('*')].map((element) => ({ element, look: lookOf(element) }))
    for (const { element, look } of looks) wear(element, look)
    dress(copy, title, mark)
  } finally {
    stage.remove()
    if (theme === undefined) delete dataset['theme']
    else dataset['theme'] = theme
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`
}

type Look = readonly (readonly [name: string, value: string])[]

function lookOf(element: SVGElement): Look {
  const computed = getComputedStyle(element)
  return STYLES.map((name) => [name, computed.getPropertyValue(name)] as const)
}

function wear(element: SVGElement, look: Look): void {
  for (const [name, value] of look) {
    if (value !== '' && !value.includes('url(')) element.setAttribute(name, value)
  }
  element.removeAttribute('class')
}

function dress(copy: SVGSVGElement, title: string, { short, long }: ProvenanceMark): void {
  const { width, height } = copy.viewBox.baseVal
  const whole = height + (short === '' ? 0 : MARK_HEIGHT)
  for (const name of ['role', 'aria-labelledby', 'class']) copy.removeAttribute(name)
  const size = { width: `${width}`, height: `${whole}` }
  for (const [name, value] of Object.entries({ ...size, xmlns: SVG, viewBox: `0 0 ${width} ${whole}` })) {
    copy.setAttribute(name, value)
  }
  copy.prepend(
    made('title', {}, title),
    ...(long === '' ? [] : [made('desc', {}, long)]),
    made('rect', { width: '100%', height: '100%', fill: '#ffffff' }),
  )
  if (short !== '') copy.append(made('text', { ...MARK_LOOK, x: `${width - 6}`, y: `${whole - 7}` }, short))
}

function made(name: string, attributes: Readonly<Record<string, string>>, text = ''): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.textContent = text
  return element
}

/** Turns a standalone SVG into a PNG of twice its size, for screens and slides. */
export async function pictureOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = 2 * image.width
  canvas.height = 2 * image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('no picture could be made')) : resolve(blob)),
      'image/png',
    )
  })
}
