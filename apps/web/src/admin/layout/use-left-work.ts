import { useEffect } from 'react'
import { api } from '../../api.ts'
import { readUserId } from '../auth/session.ts'

/** Milliseconds: the screen comes first. */
const SEND_AFTER = 1_000

/** Sends quietly what an earlier visit left on this device and the server does not have. */
export function useLeftWork(): void {
  const { client, articles, newArticles } = api.useUtils()
  useEffect(() => {
    async function send() {
      const user = readUserId()
      if (user === null) return
      const { sendLeft } = await import('../articles/saving/recovery/send-left.ts')
      if (!(await sendLeft(client, user))) return
      await Promise.all([articles.list.invalidate(), newArticles.list.invalidate()])
    }
    // What cannot be sent now stays in the journal until the next visit.
    const timer = setTimeout(() => send().catch(() => undefined), SEND_AFTER)
    return () => clearTimeout(timer)
  }, [client, articles, newArticles])
}
