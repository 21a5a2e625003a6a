import { useState } from 'react'
import { Link, useNavigationType } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { focusHeading } from './focus/focus-heading.ts'

interface FilterChipProps {
  /** What is filtered by: "Tag". */
  name: string
  value: string
  /** Query string of the screen without the filter. */
  searchWithout: string
}

/**
 * The active filter of a screen, as a link that removes it. It takes the focus when the link that set the filter is
 * gone, and gives it to the heading when removed.
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
      <Icon name="close" className="size-3.5" />
    </Link>
  )
}

function takeLostFocus(link: HTMLElement | null) {
  if (document.activeElement === document.body) link?.focus()
}
