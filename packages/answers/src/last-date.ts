const MONTH = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const DATE = new RegExp(
  [
    String.raw`(?<![\d/.-])(?:\d{4}[/-]\d{1,2}[/-]\d{1,2}|\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2}))(?![\d/-]|\.\d)`,
    String.raw`(?<![a-z])(?:${MONTH})[a-z]{0,6}\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?,? \d{4}(?!\d)`,
    String.raw`(?<!\d)\d{1,2}(?:st|nd|rd|th)?[ -](?:day of |of )?(?:${MONTH})[a-z]{0,6}\.?,?[ -]\d{4}(?!\d)`,
  ].join('|'),
  'giu',
)

/** Finds the date a text names last, as it is written; null if it names none. */
export function lastDate(text: string): string | null {
  let last: string | null = null
  for (const [date] of text.matchAll(DATE)) last = date
  return last
}
