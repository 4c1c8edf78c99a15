import type { Page } from 'playwright-core'

/** A row of the methods' table as a user sees it. */
export interface SeenMethod {
  readonly key: string
  /** Empty if it is final. */
  readonly tag: string
  /** `—` if unknown. */
  readonly accuracy: string
  /** The interval in brackets, the bounds without, or the predicted final range in words. */
  readonly beside: string
  readonly calls: string
  /** Empty unless it predicts the final number of calls. */
  readonly callsEnd: string
  /** The difference so far; empty unless it is shown. */
  readonly difference: string
  readonly saved: string
  readonly resolved: string
}

export interface SeenEvaluation {
  readonly version: number
  readonly status: string
  readonly closed: string
  readonly lead: string
  readonly methods: readonly SeenMethod[]
  /** The heights of the methods' rows, in pixels. */
  readonly heights: readonly number[]
  /** All the text around the methods' table. */
  readonly panel: string
  /** Marks on the scatter, and how many of them are not final. */
  readonly points: number
  readonly hollow: number
}

/** Reads a whole evaluation page at one moment. */
export function readEvaluationPage(page: Page): Promise<SeenEvaluation> {
  return page.evaluate(() => {
    const whole: ParentNode = document
    const textOf = (selector: string, root = whole) => {
      const found = root.querySelector(selector)
      return found?.querySelector('.missing') ? '—' : (found?.textContent?.trim() ?? '')
    }
    return {
      version: Number(document.querySelector('article')?.dataset['version']),
      status: textOf('article [data-testid=status]'),
      closed: textOf('[data-testid=closed]'),
      lead: textOf('[data-testid=lead]'),
      methods: [...document.querySelectorAll<HTMLElement>('[data-method]')].map((row) => ({
        key: row.dataset['method'] ?? '',
        tag: textOf('[data-cell=accuracy] .tag', row),
        accuracy: textOf('[data-cell=accuracy] .value', row),
        beside: [...row.querySelectorAll('[data-cell=accuracy] .aside')].map((each) => each.textContent).join(', '),
        calls: textOf('[data-cell=calls] .value', row),
        callsEnd: textOf('[data-cell=calls].interim .tag ~ .aside:last-child', row),
        difference: [...document.querySelectorAll(`[data-live-delta="${row.dataset['method']}"] .cell-line > *`)]
          .map((each) => each.textContent)
          .join(' '),
        saved: textOf('[data-cell=saved] .value', row),
        resolved: textOf('[data-cell=resolved] .value', row),
      })),
      heights: [...document.querySelectorAll('[data-method]')].map((row) => row.getBoundingClientRect().height),
      panel: document.querySelector('[data-testid=methods]')?.closest('section')?.textContent ?? '',
      points: document.querySelectorAll('.mark .point').length,
      hollow: document.querySelectorAll('.mark .point .hollow').length,
    }
  })
}
