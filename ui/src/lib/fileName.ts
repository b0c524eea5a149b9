/** A name that every system takes for a file: without the signs that Windows forbids, and without an end it drops. */
export function fileName(text: string): string {
  const plain = text.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").replace(/\s+/g, " ");
  return plain.trim().replace(/[. ]+$/, "") || "Stampmill";
}
