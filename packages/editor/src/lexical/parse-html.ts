/** Not yet in the types of the DOM, nor in every browser. What it makes is no string, but goes where those want one. */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(html: string): string }): typeof rules
    }
  }
}

/**
 * The one policy that the Content-Security-Policy of the admin names. Nothing it makes leaves this file: a document that is
 * only parsed runs no script, loads nothing and is shown nowhere.
 */
const inert = globalThis.window?.trustedTypes?.createPolicy('inert-document', { createHTML: (html) => html })

/** A document to read from, never to show. */
export const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(inert ? inert.createHTML(html) : html, 'text/html')
