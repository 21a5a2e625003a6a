/** Trusted Types: not in TypeScript’s DOM types, nor in every browser. DOM sinks accept its objects in place of strings. */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(html: string): string }): typeof rules
    }
  }
}

/**
 * The only policy that the Content-Security-Policy of the admin allows. Its objects are used in this file only: a document
 * that is parsed but not displayed runs no scripts and loads nothing.
 */
const inert = globalThis.window?.trustedTypes?.createPolicy('inert-document', { createHTML: (html) => html })

/** Parses HTML into a document to read from, never to display. */
export const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(inert ? inert.createHTML(html) : html, 'text/html')
