import { From, Position, Replicate, SampleIndex } from '../../schemas/question-place.js'
import type { Parameter } from '../route.js'

export const POSITION = {
  about: 'the question’s place in its benchmark, from 0',
  schema: Position,
} as const satisfies Parameter

export const REPLICATE = { about: 'from 0; 0 unless given', schema: Replicate } as const satisfies Parameter

export const INDEX = { about: 'the sample’s index, from 0', schema: SampleIndex } as const satisfies Parameter

export const FROM = {
  about: 'the "next" of the part before; 0 unless given',
  schema: From,
} as const satisfies Parameter
