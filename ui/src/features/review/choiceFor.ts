/** The choice a typed text means: the same one whatever its case, else the first that holds it, else the text itself. */
export function choiceFor(choices: string[], typed: string): string {
  const wanted = typed.trim().toLowerCase();
  const same = choices.find((choice) => choice.toLowerCase() === wanted);
  return same ?? choices.find((choice) => choice.toLowerCase().includes(wanted)) ?? typed.trim();
}
