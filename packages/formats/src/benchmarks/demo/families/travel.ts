import { inTurn, type Family, type Template } from '../family.js'
import { FIRST_NAMES } from '../first-names.js'
import { numberDraft } from '../number-draft.js'

const twoLegs: Template = (random) => {
  const first = random.int(2, 9) * 10
  const second = random.int(2, 9) * 10
  const firstTwelfths = random.int(6, 30)
  const secondTwelfths = random.int(6, 30)
  const stop = random.int(5, 45)
  const [far, further] = [first * 12 * firstTwelfths, second * 12 * secondTwelfths].map((km) => km / 144)
  if (!Number.isInteger(far) || !Number.isInteger(further)) return twoLegs(random)
  const minutes = 5 * (firstTwelfths + secondTwelfths)
  const question =
    `A coach drives ${far} kilometres at ${first} kilometres per hour, rests for ${stop} minutes, and then drives ` +
    `${further} kilometres at ${second} kilometres per hour. How many minutes does the whole journey take?`
  return numberDraft(question, minutes + stop, [minutes, minutes + 2 * stop, 5 * firstTwelfths + stop])
}

const meeting: Template = (random) => {
  const slow = random.int(9, 20)
  const fast = random.int(21, 36)
  const minutes = random.int(4, 30) * 3
  const apart = ((slow + fast) * minutes) / 60
  if (!Number.isInteger(apart)) return meeting(random)
  const [one = 'Ana', two = 'Ben'] = random.shuffle(FIRST_NAMES)
  const question =
    `${one} and ${two} start ${apart} kilometres apart and cycle straight towards each other, ${one} at ${slow} and ` +
    `${two} at ${fast} kilometres per hour. After how many minutes do they meet?`
  const slips = [(apart * 60) / (fast - slow), (apart * 60) / fast, (apart * 120) / (slow + fast)].map(Math.round)
  return numberDraft(question, minutes, slips)
}

const catchingUp: Template = (random) => {
  const slow = random.int(4, 16) * 5
  const gain = random.int(2, 10) * 5
  const ahead = random.int(2, 18) * 10
  const minutes = (slow * ahead) / gain
  if (!Number.isInteger(minutes)) return catchingUp(random)
  const question =
    `A lorry leaves a depot at ${slow} kilometres per hour. A van leaves the same depot ${ahead} minutes later and ` +
    `follows the same road at ${slow + gain} kilometres per hour. How many minutes after the van sets off does it ` +
    `catch the lorry?`
  return numberDraft(question, minutes, [minutes + ahead, Math.round((slow * ahead) / (slow + gain)), ahead])
}

/** Word problems about speed, distance and time. */
export const travel: Family = { name: 'travel', difficulty: 0.4, write: inTurn([twoLegs, meeting, catchingUp]) }
