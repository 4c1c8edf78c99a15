import { inTurn, type Family, type Template } from '../family.js'
import { FIRST_NAMES } from '../first-names.js'
import { numberDraft } from '../number-draft.js'

const seconds: Template = (random) => {
  const hours = random.int(1, 11)
  const minutes = random.int(2, 58)
  const rest = random.int(3, 57)
  const question = `How many seconds are there in ${hours} hours, ${minutes} minutes and ${rest} seconds?`
  const total = hours * 3600 + minutes * 60 + rest
  return numberDraft(question, total, [hours * 360 + minutes * 60 + rest, total - rest, hours * 3600 + minutes + rest])
}

const speed: Template = (random) => {
  const metres = random.int(2, 19) * 5
  const minutes = random.int(2, 20) * 10
  const question = `A train moves at a steady ${metres} metres per second for ${minutes} minutes. How many kilometres does it cover?`
  const kilometres = (metres * minutes * 60) / 1000
  if (!Number.isInteger(kilometres)) return speed(random)
  return numberDraft(question, kilometres, [Math.round((metres * minutes) / 60), kilometres * 10, metres * minutes])
}

const inches: Template = (random) => {
  const yards = random.int(2, 40)
  const feet = random.int(1, 2)
  const rest = random.int(1, 11)
  const total = yards * 36 + feet * 12 + rest
  const question =
    `A rope is ${yards} yards, ${feet} ${feet === 1 ? 'foot' : 'feet'} and ${rest} ${rest === 1 ? 'inch' : 'inches'} ` +
    `long. With 3 feet to the yard and 12 inches to the foot, how many inches is that?`
  return numberDraft(question, total, [yards * 30 + feet * 12 + rest, yards * 36 + feet + rest, total - rest])
}

const buckets: Template = (random) => {
  const long = random.int(3, 12)
  const wide = random.int(3, 9)
  const deep = random.int(2, 8)
  const bucket = random.int(3, 14)
  const litres = long * wide * deep
  const needed = Math.ceil(litres / bucket)
  const question =
    `A tank measures ${long * 10} by ${wide * 10} by ${deep * 10} centimetres; a litre is 1000 cubic centimetres. ` +
    `How many trips does ${random.pick(FIRST_NAMES)} need to fill it with a bucket that holds ${bucket} litres?`
  return numberDraft(question, needed, [Math.floor(litres / bucket), needed * 10, litres, needed + 1])
}

/** Questions that mix units. */
export const unitConversion: Family = {
  name: 'unit-conversion',
  difficulty: 0.2,
  write: inTurn([seconds, speed, inches, buckets]),
}
