import { useState } from 'react'
import type { ApiError } from '../../api.ts'

export interface Confirmation {
  /** The action that waits for a confirmation; null when none does. */
  waiting: (() => void) | null
  /** Asks for a confirmation if that is why an action failed, and repeats the action after it. */
  askAfter(error: Pick<ApiError, 'data'>, again: () => void): void
  /** It is confirmed: the action is repeated. */
  confirmed(): void
  cancel(): void
}

/** A change of factors needs a recent proof that the user is the owner of the account. */
export function useConfirmation(): Confirmation {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  return {
    waiting,
    askAfter: ({ data }, again) => {
      if (data?.code === 'CONFIRMATION_REQUIRED') setWaiting(() => again)
    },
    confirmed: () => {
      setWaiting(null)
      waiting?.()
    },
    cancel: () => setWaiting(null),
  }
}
