/**
 * The files of a clipboard or a drop, unless it also has visible text: office programs add a picture of the copied text.
 * The names of the files, which file managers add, do not count as text.
 */
export function transferredFiles(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])]
  if (!data || files.length === 0) return []
  const html = data.getData('text/html')
  const text = html === '' ? data.getData('text/plain') : parseHtml(html).body.textContent
  const names = new Set(files.map(({ name }) => name))
  const isOnlyNames = text.split('\n').every((line) => line.trim() === '' || names.has(line.trim()))
  return isOnlyNames ? files : []
}

/** Trusted Types: not in TypeScript’s DOM types, nor in every browser. DOM sinks accept its objects in place of strings. */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(html: string): string }): typeof rules
    }
  }
}

/**
 * A policy that the Content-Security-Policy of the admin allows. Its objects are used in this file only: a document
 * that is parsed but not displayed runs no scripts and loads nothing.
 */
const inert = globalThis.window?.trustedTypes?.createPolicy('inert-document', { createHTML: (html) => html })

/** Parses HTML into a document to read from, never to display. */
export const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(inert ? inert.createHTML(html) : html, 'text/html')
