import { z } from 'zod'

/** The tokenizer's words: a turn's result, a turn, a digit, line ends, a box, letters, or one other character. */
export const WORD = /: \d\.\n\n| [+\-x]\d|\d|\n+|\\boxed\{| ?[A-Za-z]+| ?[^\sA-Za-z\d]|\s/gu

/** The parts of Hugging Face's `tokenizer.json` that a byte-level BPE is made of. */
export const TokenizerFile = z.object({
  added_tokens: z.array(z.object({ id: z.int().min(0), content: z.string().min(1), special: z.literal(true) })),
  normalizer: z.null(),
  pre_tokenizer: z.object({
    pretokenizers: z.tuple([
      z.object({
        type: z.literal('Split'),
        pattern: z.object({ Regex: z.literal(WORD.source, 'another pattern of words than the one built in') }),
        behavior: z.literal('Isolated'),
        invert: z.literal(false),
      }),
      z.object({ type: z.literal('ByteLevel'), add_prefix_space: z.literal(false), use_regex: z.literal(false) }),
    ]),
  }),
  model: z.object({
    type: z.literal('BPE'),
    ignore_merges: z.literal(false),
    vocab: z.record(z.string(), z.int().min(0)),
    merges: z.array(z.tuple([z.string(), z.string()])),
  }),
})
export type TokenizerFile = z.infer<typeof TokenizerFile>
