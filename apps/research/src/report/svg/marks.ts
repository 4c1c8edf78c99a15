import { escapeHtml, type Scale } from './axes.js'

export interface Mark {
  readonly x: number
  readonly y: number
  readonly says: string
}

/** Dots that say what they are when pointed at. */
export function dots(scale: Scale, marks: readonly Mark[], { hue, radius = 3.2, hollow = false }: DotStyle): string {
  return marks
    .map(
      ({ x, y, says }) =>
        `<circle class="${hollow ? 'hollow ' : ''}${hue}" cx="${scale.x(x)}" cy="${scale.y(y)}" r="${radius}"><title>${escapeHtml(says)}</title></circle>`,
    )
    .join('')
}

interface DotStyle {
  readonly hue: string
  readonly radius?: number
  readonly hollow?: boolean
}

export interface LineStyle {
  readonly hue: string
  readonly dash?: string
}

/** A line through points in their order; `dash` tells lines of one hue apart. */
export function line(
  scale: Scale,
  points: readonly { readonly x: number; readonly y: number }[],
  { hue, dash = '' }: LineStyle,
): string {
  const path = points.map(({ x, y }) => `${scale.x(x)},${scale.y(y)}`).join(' ')
  return `<polyline class="line ${hue}" points="${path}"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
}

/** A legend beside pictures: one swatch a name. */
export function legend(
  entries: readonly { readonly label: string; readonly hue: string; readonly dash?: string; readonly dot?: boolean }[],
): string {
  const swatches = entries.map(({ label, hue, dash = '', dot = false }) => {
    const sign = dot
      ? `<circle class="${hue}" cx="12" cy="6" r="3.6"/>`
      : `<line class="line ${hue}" x1="1" x2="23" y1="6" y2="6"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
    return `<span><svg viewBox="0 0 24 12" aria-hidden="true">${sign}</svg>${escapeHtml(label)}</span>`
  })
  return `<p class="legend">${swatches.join('')}</p>`
}
