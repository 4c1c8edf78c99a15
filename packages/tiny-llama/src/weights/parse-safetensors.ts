import { z } from 'zod'

const Entry = z.object({
  dtype: z.literal('F32'),
  shape: z.array(z.int().min(1)),
  data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
})
type Entry = z.infer<typeof Entry>

const Header = z.record(z.string(), z.unknown())

/** Returns a tensor by its name; throws unless the file has it in that shape. */
export type Tensors = (name: string, shape: readonly number[]) => Float32Array<ArrayBuffer>

/** Parses a `safetensors` file of 32-bit floats: eight bytes of length, a JSON header, then the values. */
export function parseSafetensors(file: Uint8Array<ArrayBuffer>): Tensors {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true))
  const start = 8 + length
  if (start > file.length) throw new Error(`the safetensors header claims ${length} bytes, more than the file has`)
  const header = Header.parse(JSON.parse(new TextDecoder().decode(file.subarray(8, start))))
  return (name, shape) => {
    const [from, to] = entryOf(header, name, shape).data_offsets
    const bytes = 4 * shape.reduce((product, size) => product * size, 1)
    if (to - from !== bytes || start + to > file.length) throw new Error(`${name} does not lie within the file`)
    return new Float32Array(file.slice(start + from, start + to).buffer)
  }
}

function entryOf(header: Readonly<Record<string, unknown>>, name: string, shape: readonly number[]): Entry {
  const entry = Entry.safeParse(header[name])
  if (!entry.success) throw new Error(`${name} is not a tensor of 32-bit floats: ${z.prettifyError(entry.error)}`)
  if (entry.data.shape.join() !== shape.join()) {
    throw new Error(`${name} has shape [${entry.data.shape.join()}], but the configuration wants [${shape.join()}]`)
  }
  return entry.data
}
