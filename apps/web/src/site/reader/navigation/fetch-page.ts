export interface Page {
  document: Document
  /** False when the server made an error page. Page not found is an answer like any other. */
  ok: boolean
}

/** The page behind a URL, or null when none could be fetched. */
export async function fetchPage(url: string, signal: AbortSignal): Promise<Page | null> {
  try {
    const response = await fetch(url, { headers: { accept: 'text/html' }, signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!page.querySelector('main')) return null
    return { document: page, ok: response.status < 500 }
  } catch {
    // No network, or the reader went elsewhere meanwhile.
    return null
  }
}

/** True when the page was made by the build that made this one: it asks for the same script, by a hashed name. */
export function isOfThisBuild(page: Page): boolean {
  return scriptOf(page.document) === scriptOf(document)
}

function scriptOf(page: Document): string | null | undefined {
  return page.querySelector('script[type=module]')?.getAttribute('src')
}
