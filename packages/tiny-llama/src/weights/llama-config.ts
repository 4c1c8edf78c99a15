import { z } from 'zod'

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
