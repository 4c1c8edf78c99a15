import { EASTERN, FAR_EASTERN } from './eastern-languages.js'
import { type Language, languageOf } from './language.js'
import { NORDIC, WESTERN } from './western-languages.js'
import { SOUTHERN } from './southern-languages.js'

/** Every language in which a statement of an answer is read; the first that fits a statement is its language. */
export const LANGUAGES: readonly Language[] = [...WESTERN, ...NORDIC, ...EASTERN, ...SOUTHERN, ...FAR_EASTERN].map(
  languageOf,
)

/** What each language is called in English, by its ISO 639 code. */
export const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map(LANGUAGES.map(({ code, name }) => [code, name]))
