import { KEYS, read, sessionId } from '../../local-storage.ts'
import { notify } from './toast.ts'

declare global {
  interface Document {
    /** Chromium only. */
    readonly prerendering?: boolean
  }
}

/** Records a view of the article on this page, if any. `referrer` is the previous page, or ''. */
export async function recordView(referrer: string): Promise<void> {
  const article = document.querySelector<HTMLElement>('[data-article-id]')
  // Views of previews do not count.
  if (!article || document.querySelector('[data-preview]')) return
  await shown()
  // The reader has left before the page was visible.
  if (!article.isConnected) return
  const recorded = await send(article, referrer)
  if (!recorded) notify('Failed to record view', 'Please try again later')
}

async function send({ dataset }: HTMLElement, referrer: string): Promise<boolean> {
  const view = {
    session_id: sessionId(),
    version_id: Number(dataset.versionId),
    // All that is stored of it, and the whole may be longer than the server accepts.
    referrer: URL.canParse(referrer) ? new URL(referrer).origin : null,
    user_agent: navigator.userAgent,
  }
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization() },
    body: JSON.stringify(view),
    keepalive: true,
  }
  try {
    const response = await fetch(`/api/articles/${dataset.articleId}/view`, request)
    // Until an answer is read, Chromium counts its request as running.
    await response.text()
    return response.ok
  } catch {
    return false // the notice says so
  }
}

/** Views of staff are counted apart. With an expired token, they count as views of a reader. */
function authorization(): Record<string, string> {
  const token = read(KEYS.token)
  return token ? { authorization: `Bearer ${token}` } : {}
}

/** Resolves when the page is visible: not while it is prerendered or in a background tab. */
async function shown(): Promise<void> {
  if (document.prerendering) await once('prerenderingchange')
  while (document.visibilityState === 'hidden') await once('visibilitychange')
}

function once(event: string): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener(event, resolve, { once: true }))
}
