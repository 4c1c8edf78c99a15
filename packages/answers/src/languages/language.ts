/** The words in which one language states an answer, each list separated by `|`, lower case. */
export interface LanguageWords {
  /** ISO 639. */
  readonly code: string
  readonly name: string
  /** What an answer is called: `answer`. Words that only a colon may follow end in one. */
  readonly answer: string
  /** What a choice is called: `option`, `letter`. */
  readonly option?: string
  /** What tells the answer from other ones, before or after its noun: `correct`, `final`. */
  readonly right?: string
  /** What links the noun with the answer: `is`. */
  readonly is?: string
  /** Links that leave it open: `might be`. */
  readonly maybe?: string
  /** Words without weight between the link and the answer: `the`, `therefore`. */
  readonly between?: string
  /** `choose`, which the choice follows. */
  readonly choose?: string
  /** Words of which one must stand before `choose`; without any, it may stand alone. */
  readonly subject?: string
  /** What follows the choice: `is correct`. */
  readonly correct?: string
  /** `therefore`, which the choice may follow to end its line. */
  readonly so?: string
  /** Words that may follow a letter that stands for a choice: `because`. */
  readonly after?: string
  /** `and`, `or`. */
  readonly and?: string
  /** Whether the link may be missing, as where a language has its copula last. */
  readonly bare?: true
  /** Whether decimals are written with a comma. */
  readonly comma?: true
  /** Written without spaces between words. */
  readonly unspaced?: true
}

/** The same, as lists, the longest word first. */
export type Language = Pick<LanguageWords, 'code' | 'name'> & {
  readonly [K in WordList]: readonly string[]
} & { readonly bare: boolean; readonly comma: boolean; readonly spaced: boolean }

type WordList = Exclude<keyof LanguageWords, 'code' | 'name' | 'bare' | 'comma' | 'unspaced'>

/** Words separated by `|`, the longest first. */
function list(text = ''): string[] {
  return text
    .split('|')
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
}

/** Makes a language of its words. */
export function languageOf(words: LanguageWords): Language {
  return {
    code: words.code,
    name: words.name,
    answer: list(words.answer),
    option: list(words.option),
    right: list(words.right),
    is: list(words.is),
    maybe: list(words.maybe),
    between: list(words.between),
    choose: list(words.choose),
    subject: list(words.subject),
    correct: list(words.correct),
    so: list(words.so),
    after: list(words.after),
    and: list(words.and),
    bare: words.bare === true,
    comma: words.comma === true,
    spaced: words.unspaced !== true,
  }
}
