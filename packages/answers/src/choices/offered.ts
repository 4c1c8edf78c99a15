import { capitalOf } from './option-alphabets.js'

/** The choices of a question: how many, or their texts. */
export type Choices = number | readonly string[]

/** How many choices a question offers. */
export function countOf(choices: Choices): number {
  return typeof choices === 'number' ? choices : choices.length
}

/** The letter of a choice by its place from 0; null if no such choice is offered. */
export function offered(place: number | null, choices: Choices): string | null {
  return place !== null && place >= 0 && place < countOf(choices) ? capitalOf(place) : null
}
