import { inspect } from 'node:util'
import { InputError } from '@cges-fleet/formats'

/** An error the user can fix: shown as one line without a stack, and the command exits with 1. */
export class UsageError extends InputError {}

/** Explanations of the system error codes that people meet. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'permission is refused',
  EPERM: 'the system does not permit it',
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'it is there already',
  ENOTEMPTY: 'there is a folder with something in it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links go in a circle',
  EMFILE: 'too many files are open',
  Z_BUF_ERROR: 'its compressed data is cut off. Copy or download it again',
  Z_DATA_ERROR: 'its name ends in .gz, but its content is not gzipped',
}

interface Telling {
  /** Adds the stack, for debugging. */
  readonly stack?: boolean
  /** Names the file; false if the surrounding sentence does. */
  readonly place?: boolean
}

/** Describes an error in a sentence. */
export function errorText(error: unknown, { stack = false, place = true }: Telling = {}): string {
  if (stack) return inspect(error)
  if (!(error instanceof Error)) return String(error)
  if (error instanceof InputError) return error.message
  const meaning = 'code' in error ? MEANINGS[String(error.code)] : undefined
  if (meaning !== undefined) return place && 'path' in error ? `${String(error.path)}: ${meaning}` : meaning
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((one) => errorText(one)).join('; ')
  // Errors that JavaScript itself throws are this program's bugs, not the user's.
  if (DEFECTS.some((defect) => error instanceof defect)) {
    return `This is a defect of cges, not of what you wrote: ${error.name}: ${firstLine(error)}. Set CGES_DEBUG=1 to see where.`
  }
  return error.message === '' ? error.name : error.message
}

const DEFECTS = [TypeError, RangeError, ReferenceError, EvalError]

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? ''
}
