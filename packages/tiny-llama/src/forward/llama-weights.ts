import type { LlamaConfig } from '../weights/llama-config.js'
import type { Tensors } from '../weights/parse-safetensors.js'
import type { Kernel, Matrix } from './kernel.js'

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
