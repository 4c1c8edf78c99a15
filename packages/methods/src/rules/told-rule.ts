import type { RULES } from './all-rules.js'
import type { Family, Look } from './look.js'
import type { Swept } from './swept.js'

/** A page's description of a rule and its look, without the mathematics it decides by. */
export type ToldRule<Parameter extends string = string> = {
  readonly title: string
  readonly family: Family
  readonly look: Look | 'signal'
  /** The parameter that trades calls for accuracy; null if samples cannot be replayed under another value. */
  readonly swept: Pick<Swept, 'parameter' | 'scale' | 'usual'> | null
  /** Of each parameter the value it has unless given; or that a spec may lack it. */
  readonly parameters: Readonly<Record<Parameter, { readonly preset?: Preset; readonly optional?: true }>>
}

type Preset = string | number | boolean

type BuiltIn = (typeof RULES)[number]

/** One entry a rule, with all of its parameters: the compiler reports any that is missing. */
export type ToldRules = {
  readonly [Rule in BuiltIn as Rule['name']]: ToldRule<keyof Rule['parameters'] & string>
}
