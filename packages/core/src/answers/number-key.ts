import { fractionKey } from './fraction-key.js'

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/u
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u
const FRACTION = /^([+-]?)(?:\\frac\{([+-]?\d+)\}\{([+-]?\d+)\}|(\d+)\/(\d+))$/u

/**
 * Gives the key of a number written as a decimal (with or without thousands commas) or as a fraction of whole
 * numbers, `a/b` or `\frac{a}{b}`; null for anything else. Equal numbers have equal keys: a fraction is reduced, and
 * written as a decimal where that ends. White space must be gone before. Linear in the text's length.
 */
export function numberKey(text: string): string | null {
  const fraction = FRACTION.exec(text)
  if (fraction !== null) {
    const [, sign = '', top = '', bottom = '', plainTop = '', plainBottom = ''] = fraction
    return fractionKey(sign, top + plainTop, bottom + plainBottom)
  }
  const decimal = DECIMAL.exec(THOUSANDS.test(text) ? text.replaceAll(',', '') : text)
  if (decimal === null) return null
  const [, sign = '', whole = '', part = ''] = decimal
  return whole === '' && part === '' ? null : decimalKey(sign, whole, part)
}

function decimalKey(sign: string, whole: string, part: string): string {
  let from = 0
  while (from < whole.length - 1 && whole[from] === '0') from += 1
  let to = part.length
  while (to > 0 && part[to - 1] === '0') to -= 1
  const digits = `${whole.slice(from) || '0'}${to === 0 ? '' : `.${part.slice(0, to)}`}`
  return sign === '-' && digits !== '0' ? `-${digits}` : digits
}
