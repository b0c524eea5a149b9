/**
 * Cells of what a spreadsheet puts on the clipboard as text: tabs between cells, a quoted cell may hold tabs, line
 * breaks and doubled quotes. The line break at the very end is no row.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const plain = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replace(/\n$/, "");
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain.charAt(at);
    if (quoted && sign === '"' && plain.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (quoted && sign === '"') {
      quoted = false;
    } else if (quoted) {
      cell += sign;
    } else if (sign === '"' && cell === "" && closes(plain, at)) {
      quoted = true;
    } else if (sign === "\t") {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else {
      cell += sign;
    }
  }
  rows.push([...row, cell]);
  return rows;
}

/** A cell as spreadsheets take it from the clipboard: quoted if it holds what would split it. */
export function quoteCell(text: string): string {
  return /[\t\n\r]/.test(text) || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text;
}

/** True if the quotation mark at this place has a partner at the end of a cell. */
function closes(text: string, at: number): boolean {
  const cell = /"(?:[^"]|"")*"(?=[\t\n]|$)/y;
  cell.lastIndex = at;
  return cell.test(text);
}
