import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { answerKey } from '../answer-key.js'
import { findAnswer } from '../find-answer.js'
import { NumberForm } from './forms.js'

const LINES = readFileSync(new URL('numbers.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

/** What stands before and after a statement, with other numbers in it, as in a worked solution. */
const AROUND: Readonly<Record<string, readonly [string, string]>> = {
  ko: ['먼저 {a}에 {b}를 더합니다.', '검산: {a} + {b}를 다시 계산하면 됩니다. 단, 1 ≤ k ≤ {b}.'],
  ja: ['まず{a}に{b}を足します。', '確認：{a}と{b}を使って計算しました。'],
  zh: ['首先，{a}加上{b}。', '验算：{a}和{b}都符合条件。'],
  ar: ['أولاً نجمع {a} و {b}.', 'للتحقق: استخدمنا {a} ثم {b}.'],
  hi: ['पहले {a} में {b} जोड़ें।', 'जाँच: हमने {a} और {b} का प्रयोग किया।'],
  ru: ['Сначала сложим {a} и {b}.', 'Проверка: мы взяли {a} и {b}.'],
  de: ['Zuerst addieren wir {a} und {b}.', 'Probe: wir haben {a} und {b} benutzt.'],
}
const ELSE: readonly [string, string] = ['{a}, {b}.', '({a}, {b})']
/** Numbers as written, with their value. */
const NUMBERS = ['42', '1,250', '-7', '3.5', '3/4', '2048', '0', '365', '12', '99']
/** Digits of other writings, where a language has them. */
const DIGITS: Readonly<Record<string, string>> = {
  ar: '٠١٢٣٤٥٦٧٨٩',
  fa: '۰۱۲۳۴۵۶۷۸۹',
  hi: '०१२३४५६७८९',
  bn: '০১২৩৪৫৬৭৮৯',
  ja: '０１２３４５６７８９',
  th: '๐๑๒๓๔๕๖๗๘๙',
}

const forms = LINES.map((line) => NumberForm.parse(JSON.parse(line))).flatMap(({ language, form, heldOut = false }) => {
  const [before, after] = AROUND[language] ?? ELSE
  const numbers = NUMBERS.map((number) => [number, number] as const)
  const digits = DIGITS[language]
  if (digits !== undefined) numbers.push([[...'517'].map((digit) => [...digits][Number(digit)]).join(''), '517'])
  return numbers.map(([written, number], at) => {
    const filled = `${before}\n${form.replaceAll('{n}', written)}\n${after}`
    const text = filled.replaceAll('{a}', String(17 + at)).replaceAll('{b}', String(93 - at))
    return { language, form, heldOut, text, number }
  })
})

function isRight({ text, number }: (typeof forms)[number]): boolean {
  const read = findAnswer('math', text)
  return read !== null && answerKey('math', read.answer) === answerKey('math', number)
}

describe('numbers stated in running text, with other numbers before and after', () => {
  it('are of at least 25 languages, and at least 172 in Korean', () => {
    expect(new Set(forms.map(({ language }) => language)).size).toBeGreaterThanOrEqual(25)
    expect(forms.filter(({ language }) => language === 'ko').length).toBeGreaterThanOrEqual(172)
  })

  it.each([
    ['looked at', false],
    ['held out', true],
  ])('%s: are read as stated', (part, isHeld) => {
    const some = forms.filter(({ heldOut }) => heldOut === isHeld)
    const wrong = some.filter((form) => !isRight(form)).map(({ form, number }) => `${form} ${number}`)
    console.info(part, some.length - wrong.length, 'of', some.length)
    expect(wrong).toEqual([])
  })

  it.each([
    ['ko', '따라서 총 금액은 3만 5천 원입니다.\n정답은 3만 5천 원입니다. (7천 원씩 5개)', '35000'],
    ['ko', '답은 2와 3입니다. 1은 아닙니다.', '2, 3'],
    ['zh', '答案是3.5万元，比2万元多。', '35000'],
    ['zh', '答案是四十二。\n验算：6乘以7。', '42'],
    ['zh', '答案是3千克。共5袋。', '3'],
    ['de', 'Die Antwort ist 3,5. Das sind 7 halbe.', '3.5'],
    ['de', 'Antwort: 70.000 Euro, also 7 mal 10.000.', '70000'],
    ['fr', 'La réponse est 1 250 euros, soit 50 fois 25.', '1250'],
    ['ru', 'Ответ: 12 500 рублей. Это 5 раз по 2500.', '12500'],
    ['es', 'La respuesta es que hay 42 manzanas.\n(6 cajas de 7)', '42'],
    ['ja', '答えは3または5です。7は違います。', '3, 5'],
  ])('%s: %j is %s', (_, text, number) => {
    expect(answerKey('math', findAnswer('math', text)?.answer ?? '')).toBe(answerKey('math', number))
  })
})
