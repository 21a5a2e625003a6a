import { useEffect, useEffectEvent } from 'react'
import { api } from '../../../api.ts'
import { canAutofillPasskeys, offerPasskeys } from './browser.ts'
import type { AnsweredAttempt } from './use-passkey-sign-in.ts'

/** Milliseconds after which an attempt is replaced: the server accepts it for ten minutes. */
const RENEWED_AFTER = 540_000

/**
 * While it is on, browsers that can list passkeys beside the other entries for the e-mail field. Someone who chooses none, or
 * cannot, notices nothing.
 */
export function usePasskeyAutofill(isOn: boolean, onChosen: (answered: AnsweredAttempt) => void) {
  const { client } = api.useUtils()
  const choose = useEffectEvent(onChosen)
  useEffect(() => {
    if (!isOn) return
    const ended = new AbortController()
    offerUntil(ended.signal).then((answered) => answered && choose(answered))
    return () => ended.abort()

    async function offerUntil(signal: AbortSignal): Promise<AnsweredAttempt | null> {
      if (!(await canAutofillPasskeys())) return null
      for (;;) {
        const expired = AbortSignal.timeout(RENEWED_AFTER)
        // A site that cannot use passkeys says so when somebody asks for one.
        const asked = await client.auth.passkeyOptions.mutate({}, { signal }).catch(() => null)
        const passkey = asked && (await offerPasskeys(asked.options, AbortSignal.any([signal, expired])))
        if (asked && passkey) return { attempt: asked.attempt, passkey }
        if (!expired.aborted || signal.aborted) return null
      }
    }
  }, [isOn, client])
}
