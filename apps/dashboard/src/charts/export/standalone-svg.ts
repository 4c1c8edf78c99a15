const SVG = 'http://www.w3.org/2000/svg'

/** What a drawing looks like by; everything else is where it stands. */
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

/**
 * Writes a chart as a file of its own that looks as on a light page: every style is written where it applies, no class, no
 * variable and no address remains, and texts are escaped. Must run in a page, which knows the styles.
 */
export function standaloneSvg(chart: SVGSVGElement, title: string): string {
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
    // All are read before one is changed: a class on a parent is what its children's colours come from.
    const looks = [...copy.querySelectorAll<SVGElement>('*')].map((element) => ({ element, look: lookOf(element) }))
    for (const { element, look } of looks) wear(element, look)
    dress(copy, title)
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

function dress(copy: SVGSVGElement, title: string): void {
  const { width, height } = copy.viewBox.baseVal
  for (const name of ['role', 'aria-labelledby', 'class']) copy.removeAttribute(name)
  copy.setAttribute('xmlns', SVG)
  copy.setAttribute('width', `${width}`)
  copy.setAttribute('height', `${height}`)
  const heading = document.createElementNS(SVG, 'title')
  heading.textContent = title
  const ground = document.createElementNS(SVG, 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', '#ffffff')
  copy.prepend(heading, ground)
}
