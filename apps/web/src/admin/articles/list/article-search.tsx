import { useEffect, useRef } from 'react'
import { SearchField } from '../../../ui/forms/field.tsx'

const TYPING_PAUSE_MS = 200

interface ArticleSearchProps {
  /** The current search. */
  value: string | undefined
  label?: string
  className?: string
  onSearch(text: string): void
}

/** Searches when the typing pauses. */
export function ArticleSearch({
  value = '',
  label = 'Search articles',
  className = 'w-full min-w-0 sm:w-64',
  onSearch,
}: ArticleSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Back and Clear change the URL without the field. Text that is being typed is not overwritten.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== value) field.current.value = value
    return () => clearTimeout(pause.current)
  }, [value])

  return (
    <SearchField
      ref={field}
      label={label}
      className={className}
      defaultValue={value}
      onChange={({ target }) => {
        clearTimeout(pause.current)
        pause.current = setTimeout(() => onSearch(target.value), TYPING_PAUSE_MS)
      }}
    />
  )
}
