import { useEffect, useRef } from 'react'
import { SearchField } from '../../../ui/forms/field.tsx'

const TYPING_PAUSE_MS = 200

interface ListSearchProps {
  label: string
  /** The current search. */
  value: string | undefined
  className?: string
  /** @param text without outer spaces, as `value` is then */
  onSearch(text: string): void
}

/** Searches when the typing pauses. */
export function ListSearch({
  label,
  value = '',
  className = 'w-full min-w-0 sm:w-64',
  onSearch,
}: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Searches that are not in `value` yet. It follows with a delay, in which more may be typed. */
  const pending = useRef<string[]>([])

  useEffect(() => {
    const own = pending.current.lastIndexOf(value)
    pending.current = own < 0 ? [] : pending.current.slice(own + 1)
    if (own >= 0 || field.current?.value.trim() === value) return
    // Back and Clear change the search without the field.
    clearTimeout(pause.current)
    if (field.current) field.current.value = value
  }, [value])

  useEffect(() => () => clearTimeout(pause.current), [])

  function search(text: string) {
    pending.current.push(text)
    onSearch(text)
  }

  return (
    <SearchField
      ref={field}
      label={label}
      className={className}
      defaultValue={value}
      onChange={({ target }) => {
        clearTimeout(pause.current)
        pause.current = setTimeout(() => search(target.value.trim()), TYPING_PAUSE_MS)
      }}
    />
  )
}
