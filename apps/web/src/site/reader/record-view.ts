import { notify } from './notify.ts'
import { sessionId } from './session-id.ts'
import { read } from './storage.ts'

declare global {
  interface Document {
    /** Chromium only. */
    readonly prerendering?: boolean
  }
}

/** Records that the article on this page, if there is one, was opened. `referrer` is the page before, or ''. */
export async function recordView(referrer: string): Promise<void> {
  const article = document.querySelector<HTMLElement>('[data-article-id]')
  // A preview is not read, it is looked over.
  if (!article || document.querySelector('[data-preview]')) return
  await shown()
  // The reader went on before this page was ever seen.
  if (!article.isConnected) return
  const recorded = await send(article, referrer)
  if (!recorded) notify('Failed to record view', 'Please try again later')
}

async function send({ dataset }: HTMLElement, referrer: string): Promise<boolean> {
  const view = {
    session_id: sessionId(),
    version_id: Number(dataset.versionId),
    referrer: referrer || null,
    user_agent: navigator.userAgent,
  }
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization() },
    body: JSON.stringify(view),
    keepalive: true,
  }
  return fetch(`/api/articles/${dataset.articleId}/view`, request).then(
    (response) => response.ok,
    () => false,
  )
}

/** Those who write are counted apart; a token that no longer holds makes them a reader like any other. */
function authorization(): Record<string, string> {
  const token = read('token')
  return token ? { authorization: `Bearer ${token}` } : {}
}

/** A page that is prerendered, or opened in a tab behind, is not read yet. */
async function shown(): Promise<void> {
  if (document.prerendering) await once('prerenderingchange')
  while (document.visibilityState === 'hidden') await once('visibilitychange')
}

function once(event: string): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener(event, resolve, { once: true }))
}
