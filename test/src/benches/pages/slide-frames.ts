import type { Page } from 'playwright-core'

const SLIDES = 240

export interface Slid {
  readonly medianMs: number
  readonly p95Ms: number
}

/** Moves a method's setting once a frame; returns how long frames take. */
export async function slide(page: Page): Promise<Slid> {
  await page.locator('[data-testid=setting] input[type=range]').first().waitFor()
  const frames = await page.evaluate(async (count) => {
    const input = document.querySelector<HTMLInputElement>('[data-testid=setting] input[type=range]')
    if (input === null) return []
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const [low, high] = [Number(input.min), Number(input.max)]
    const taken: number[] = []
    for (let at = 0, before = await new Promise<number>(requestAnimationFrame); at < count; at++) {
      write?.call(input, String(low + ((high - low) * (at % 60)) / 59))
      input.dispatchEvent(new Event('input', { bubbles: true }))
      const now = await new Promise<number>(requestAnimationFrame)
      taken.push(now - before)
      before = now
    }
    return taken
  }, SLIDES)
  const ordered = frames.toSorted((a, b) => a - b)
  return { medianMs: ordered[SLIDES / 2] ?? NaN, p95Ms: ordered[Math.floor(0.95 * SLIDES)] ?? NaN }
}
