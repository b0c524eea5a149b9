/** Models as people name them, without their providers: `gpt-6-luna, claude-haiku-5-5`. */
export function modelNames(models: string[]): string {
  return models.map(modelName).join(", ");
}

/** `openai/gpt-6-luna` as `gpt-6-luna`; practice keeps its whole name. */
export function modelName(model: string): string {
  return model.startsWith("practice/") ? model : model.slice(model.indexOf("/") + 1);
}
