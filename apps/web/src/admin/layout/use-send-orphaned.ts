import { useEffect } from 'react'
import { api } from '../../api.ts'
import { readUserId } from '../auth/session.ts'

/** Milliseconds, so that the screen loads first. */
const SEND_AFTER = 1_000

/** Sends journal entries of earlier visits in the background. */
export function useSendOrphaned(): void {
  const { client, articles, newArticles } = api.useUtils()
  useEffect(() => {
    async function send() {
      const user = readUserId()
      if (user === null) return
      const { sendOrphaned } = await import('../articles/saving/recovery/send-orphaned.ts')
      if (!(await sendOrphaned(client, user))) return
      await Promise.all([articles.list.invalidate(), newArticles.list.invalidate()])
    }
    // What cannot be sent stays in the journal until the next visit.
    const timer = setTimeout(() => send().catch(() => undefined), SEND_AFTER)
    return () => clearTimeout(timer)
  }, [client, articles, newArticles])
}
