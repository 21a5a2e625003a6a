import { parseHtml } from '../parse-html.ts'

/**
 * The files of a clipboard or a drop, unless it also has visible text: office programs add a picture of the copied text.
 * The names of the files, which file managers add, do not count as text.
 */
export function transferredFiles(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])]
  if (!data || files.length === 0) return []
  const html = data.getData('text/html')
  const text = html === '' ? data.getData('text/plain') : textOf(html)
  const names = new Set(files.map(({ name }) => name))
  const isOnlyNames = text.split('\n').every((line) => line.trim() === '' || names.has(line.trim()))
  return isOnlyNames ? files : []
}

const textOf = (html: string) => parseHtml(html).body.textContent
