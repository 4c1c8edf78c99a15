import { inTurn, type Family, type Template } from '../family.js'
import { FIRST_NAMES } from '../first-names.js'
import { numberDraft } from '../number-draft.js'

const together: Template = (random) => {
  const one = random.int(2, 20) * 6
  const two = random.int(2, 30) * 6
  const minutes = (one * two) / (one + two)
  if (!Number.isInteger(minutes) || one === two) return together(random)
  const [first = 'Ana', second = 'Ben'] = random.shuffle(FIRST_NAMES)
  const question =
    `${first} alone needs ${one} minutes to paint a fence, and ${second} alone needs ${two} minutes for the same ` +
    `fence. Working side by side at these rates, how many minutes do they need?`
  return numberDraft(question, minutes, [(one + two) / 2, Math.round((one + two) / 4), Math.abs(one - two)])
}

const leak: Template = (random) => {
  const fills = random.int(4, 40)
  const empties = random.int(5, 90)
  const minutes = (fills * empties) / (empties - fills)
  if (empties <= fills || !Number.isInteger(minutes)) return leak(random)
  const question =
    `A tap fills an empty tank in ${fills} minutes. With the tap shut, an open drain empties the full tank in ` +
    `${empties} minutes. With both open, how many minutes does the empty tank take to fill?`
  const against = Math.round((fills * empties) / (empties + fills))
  return numberDraft(question, minutes, [against, empties - fills, fills + empties])
}

const joining: Template = (random) => {
  const workers = random.int(3, 12)
  const joined = random.int(2, 9)
  const days = random.int(8, 30)
  const before = random.int(2, 6)
  const after = (workers * (days - before)) / (workers + joined)
  if (!Number.isInteger(after)) return joining(random)
  const question =
    `${workers} workers can dig a canal in ${days} days. After ${before} days of work, ${joined} more workers of the ` +
    `same pace join them. Counting from the first day, how many days does the canal take altogether?`
  const fromStart = Math.round((workers * days) / (workers + joined))
  return numberDraft(question, before + after, [after, fromStart, fromStart + before, days - before])
}

/** Word problems about rates of work that add up. */
export const workRates: Family = { name: 'work-rates', difficulty: 0.45, write: inTurn([together, leak, joining]) }
