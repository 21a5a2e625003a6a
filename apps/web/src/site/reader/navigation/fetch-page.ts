export interface Page {
  document: Document
  /** False for a 5xx page. A 404 is a page like any other. */
  ok: boolean
}

/** The page behind a URL, or null when none could be fetched. */
export async function fetchPage(url: string, signal: AbortSignal): Promise<Page | null> {
  try {
    // Asks again each time: browsers obey `stale-while-revalidate` here, though not when they open a page themselves.
    const response = await fetch(url, { cache: 'no-cache', headers: { accept: 'text/html' }, signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!page.querySelector('main')) return null
    return { document: page, ok: response.status < 500 }
  } catch {
    // No network, or the reader has left meanwhile.
    return null
  }
}

/** Whether the page has the same build as the shown one, by the hashed name of its script. */
export function isOfThisBuild(page: Page): boolean {
  return scriptOf(page.document) === scriptOf(document)
}

function scriptOf(page: Document): string | null | undefined {
  return page.querySelector('script[type=module]')?.getAttribute('src')
}
