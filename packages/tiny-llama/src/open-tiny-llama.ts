import { Llama } from './forward/llama.js'
import { packageFile, packageJson } from './package-file.js'
import { ByteBpe, TokenizerFile } from './tokenizer.js'
import { LlamaConfig, parseSafetensors } from './weights.js'

export interface TinyLlama {
  readonly llama: Llama
  readonly tokenizer: ByteBpe
}

/** Loads the model this package ships, a megabyte, in a few milliseconds. */
export function openTinyLlama(): TinyLlama {
  const config = LlamaConfig.parse(packageJson('model/config.json'))
  return {
    llama: new Llama(config, parseSafetensors(packageFile('model/model.safetensors'))),
    tokenizer: new ByteBpe(TokenizerFile.parse(packageJson('model/tokenizer.json'))),
  }
}
