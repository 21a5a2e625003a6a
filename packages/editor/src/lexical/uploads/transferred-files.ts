import { parseHtml } from '../parse-html.ts'

/**
 * The files of a clipboard or a drop, if they are what it is about: beside text that can be seen they only
 * picture that text, as office programs do. The name of a file, as file managers add it, is no such text.
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
