type Cell = string | number | null | undefined

/**
 * A row of RFC 4180 CSV, with its line end. An apostrophe before a text that a spreadsheet would run as a formula makes it
 * plain text.
 */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: Cell): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
