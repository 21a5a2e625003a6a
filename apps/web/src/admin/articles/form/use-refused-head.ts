import type { FieldError } from '@nightdesk/contracts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFocusMode } from '../../screen/focus-mode.ts'

/**
 * What the server refuses of the title, the excerpt or the tags is shown, also from the focus mode, and the field takes the focus.
 * @returns for the element around these fields
 */
export function useRefusedHead(refused: FieldError[] | undefined) {
  const head = useRef<HTMLDivElement>(null)
  const isDue = useRef(false)
  const { isFocused, toggleFocus } = useFocusMode()
  const show = useEffectEvent(() => {
    isDue.current = refused?.some(({ path }) => /^(title|excerpt|tags)/.test(path)) ?? false
    if (isDue.current && isFocused) toggleFocus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once
  useEffect(show, [refused])
  useEffect(() => {
    if (!isDue.current || isFocused) return
    isDue.current = false
    head.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
  return head
}
