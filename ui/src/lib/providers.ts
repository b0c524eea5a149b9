const TITLES: Record<string, string> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  gemini: "Google Gemini",
  ollama: "Ollama",
  lmstudio: "LM Studio",
  llama_cpp: "llama.cpp",
  vllm: "vLLM",
  custom: "custom",
  practice: "Practice",
};

/** The provider of `provider/model`. */
export function providerOf(model: string): string {
  return model.split("/")[0] ?? model;
}

/** What people call a provider; names are not translated. */
export function providerTitle(provider: string): string {
  return TITLES[provider] ?? provider;
}
