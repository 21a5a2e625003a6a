import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { TitleHistory } from './title-history.ts'

const loadHistory = () => import('./title-history.ts')

/** The steps of undo of a title; null until their code is loaded. */
export function useTitleHistory(
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (title: string) => void,
): RefObject<TitleHistory | null> {
  const history = useRef<TitleHistory>(null)
  const report = useEffectEvent(onChange)
  useEffect(() => {
    const closed = new AbortController()
    loadHistory().then(
      ({ createTitleHistory }) => {
        if (closed.signal.aborted || !field.current) return
        history.current = createTitleHistory(field.current, (title) => report(title), closed.signal)
      },
      // The browser undoes what is typed.
      () => undefined,
    )
    return () => closed.abort()
  }, [field])
  return history
}
