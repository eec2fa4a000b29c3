/** What a spreadsheet would run, also behind what it passes over, and in full-width signs; a plain number below zero is none. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣−]|^[\t\r\n]/u;
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180, and nothing in it that a spreadsheet would run. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
