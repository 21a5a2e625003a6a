import { useState } from 'react'
import { Link, useNavigationType } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { focusHeading } from './focus-heading.ts'

interface FilterChipProps {
  /** What is narrowed by: "Tag". */
  name: string
  value: string
  /** The query of the same screen without it. */
  searchWithout: string
}

/**
 * What a screen is narrowed to; followed, it shows everything again. It takes the focus when the link that narrowed the
 * screen is gone, and leaves it to the heading.
 */
export function FilterChip({ name, value, searchWithout }: FilterChipProps) {
  const [isFollowed] = useState(useNavigationType() !== 'POP')
  return (
    <Link
      ref={isFollowed ? takeLostFocus : undefined}
      onClick={focusHeading}
      to={{ search: searchWithout }}
      aria-label={`Remove the filter ${name}: ${value}`}
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
    >
      <span className="wrap-anywhere">
        {name}: {value}
      </span>
      <span aria-hidden>×</span>
    </Link>
  )
}

function takeLostFocus(link: HTMLElement | null) {
  if (document.activeElement === document.body) link?.focus()
}
