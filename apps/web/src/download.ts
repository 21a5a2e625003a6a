import { csvRow } from '@nightdesk/contracts'

export function download(name: string, text: string, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

export type CsvRow = readonly (string | number | null | undefined)[]

/** The mark at its beginning tells Excel that letters are in UTF-8. */
export const downloadCsv = (name: string, rows: readonly CsvRow[]) =>
  download(name, `\uFEFF${toCsv(rows)}`, 'text/csv')

/** The viewer’s day, for the name of a file: "2026-11-18". */
export const today = () => new Date().toLocaleDateString('sv')

/** Formats rows as CSV, all as wide as the first. */
export function toCsv(rows: readonly CsvRow[]): string {
  const width = rows[0]?.length ?? 0
  return rows.map((row) => csvRow(Array.from({ length: width }, (_, column) => row[column]))).join('')
}
