import { parseValueMap, type ValueMap } from '@cges-fleet/replay'
import { InvalidArgumentError } from 'commander'

/** Parses the value of an option that maps numbers of a file to confidences. */
export function valueMapOption(text: string): ValueMap {
  try {
    return parseValueMap(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}
