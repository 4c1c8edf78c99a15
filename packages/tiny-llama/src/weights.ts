import { z } from 'zod'
import type { Kernel, Matrix } from './forward/kernel.js'

export interface LayerWeights {
  readonly beforeAttention: Float32Array
  readonly query: Matrix
  readonly key: Matrix
  readonly value: Matrix
  readonly attended: Matrix
  readonly beforeFeed: Float32Array
  readonly gate: Matrix
  readonly up: Matrix
  readonly down: Matrix
}

export interface LlamaWeights {
  readonly embedding: Float32Array
  readonly layers: readonly LayerWeights[]
  readonly last: Float32Array
  /** The embedding again, as a map from hidden state to vocabulary. */
  readonly head: Matrix
}

/** Counts the numbers of all matrices. */
export function matrixFloats(config: LlamaConfig): number {
  const { hidden_size: hidden, intermediate_size: feed, vocab_size: vocabulary } = config
  const attention = config.num_attention_heads * config.head_dim
  return hidden * (vocabulary + config.num_hidden_layers * (4 * attention + 3 * feed))
}

/** Takes a Llama's weights into the kernel's memory, under the names Hugging Face gives them. */
export function takeWeights(kernel: Kernel, config: LlamaConfig, tensors: Tensors): LlamaWeights {
  const { hidden_size: hidden, intermediate_size: feed, vocab_size: vocabulary } = config
  const attention = config.num_attention_heads * config.head_dim
  const matrix = (name: string, inputs: number, outputs: number): Matrix =>
    kernel.matrix(tensors(`${name}.weight`, [outputs, inputs]), { inputs, outputs })
  const layer = (number: number): LayerWeights => {
    const name = `model.layers.${number}`
    return {
      beforeAttention: tensors(`${name}.input_layernorm.weight`, [hidden]),
      query: matrix(`${name}.self_attn.q_proj`, hidden, attention),
      key: matrix(`${name}.self_attn.k_proj`, hidden, attention),
      value: matrix(`${name}.self_attn.v_proj`, hidden, attention),
      attended: matrix(`${name}.self_attn.o_proj`, attention, hidden),
      beforeFeed: tensors(`${name}.post_attention_layernorm.weight`, [hidden]),
      gate: matrix(`${name}.mlp.gate_proj`, hidden, feed),
      up: matrix(`${name}.mlp.up_proj`, hidden, feed),
      down: matrix(`${name}.mlp.down_proj`, feed, hidden),
    }
  }
  return {
    embedding: tensors('model.embed_tokens.weight', [vocabulary, hidden]),
    layers: Array.from({ length: config.num_hidden_layers }, (_, number) => layer(number)),
    last: tensors('model.norm.weight', [hidden]),
    head: matrix('model.embed_tokens', hidden, vocabulary),
  }
}

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

const size = z.int().min(1).max(65_536)

/** The `config.json` of a Llama as far as the forward pass reads it; what it cannot do is refused here. */
export const LlamaConfig = z
  .object({
    model_type: z.literal('llama'),
    hidden_size: size,
    intermediate_size: size,
    num_hidden_layers: size,
    num_attention_heads: size,
    num_key_value_heads: size,
    head_dim: size,
    vocab_size: size,
    max_position_embeddings: size,
    rms_norm_eps: z.number().positive(),
    rope_theta: z.number().positive(),
    hidden_act: z.literal('silu'),
    attention_bias: z.literal(false),
    mlp_bias: z.literal(false),
    tie_word_embeddings: z.literal(true),
    eos_token_id: z.int().min(0),
  })
  .refine((config) => config.num_key_value_heads === config.num_attention_heads, {
    message: 'heads that share keys and values are not supported',
    path: ['num_key_value_heads'],
  })
  .refine((config) => (config.hidden_size | config.intermediate_size | config.vocab_size | config.head_dim) % 8 === 0, {
    message: 'sizes must be multiples of 8',
  })
export type LlamaConfig = z.infer<typeof LlamaConfig>
