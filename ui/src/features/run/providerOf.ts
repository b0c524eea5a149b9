const TITLES: Record<string, string> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  ollama: "Ollama",
  lmstudio: "LM Studio",
  llama_cpp: "llama.cpp",
  vllm: "vLLM",
  google: "Google",
  mistral: "Mistral",
};

/** The part of `provider/model` before the stroke, as the contract spells it. */
export function providerOf(model: string): string {
  return model.split("/")[0] ?? model;
}

/** A provider's name as its makers write it; an unknown one as it is. */
export function providerTitle(provider: string): string {
  return TITLES[provider.toLowerCase()] ?? provider;
}

/** The model's own name, without the provider. */
export function modelName(model: string): string {
  return model.slice(model.indexOf("/") + 1);
}
