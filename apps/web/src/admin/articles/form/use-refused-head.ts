import type { FieldError } from '@nightdesk/contracts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFocusMode } from '../../screen/focus-mode.ts'

/**
 * Leaves focus mode and moves the focus to the first of title, excerpt, tags and description that the server refused.
 * @returns a ref for the element around these fields
 */
export function useRefusedHead(refused: FieldError[] | undefined) {
  const head = useRef<HTMLDivElement>(null)
  const isDue = useRef(false)
  const { isFocused, toggleFocus } = useFocusMode()
  const show = useEffectEvent(() => {
    isDue.current =
      refused?.some(({ path }) => /^(title|excerpt|credits|tags|poster_alt)/.test(path)) ?? false
    if (isDue.current && isFocused) toggleFocus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(show, [refused])
  useEffect(() => {
    if (!isDue.current || isFocused) return
    isDue.current = false
    head.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
  return head
}
