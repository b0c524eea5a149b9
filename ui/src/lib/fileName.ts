/** Names that mean a device on Windows, whatever stands behind a stop. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A name that every system takes for a file: without the signs that Windows forbids, and without an end it drops. */
export function fileName(text: string): string {
  const plain = text.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").replace(/\s+/g, " ");
  const named = plain.trim().replace(/[. ]+$/, "") || "Stampmill";
  return named.replace(DEVICES, "$1_");
}
