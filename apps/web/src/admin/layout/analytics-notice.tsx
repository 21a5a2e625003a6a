import { useState } from 'react'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

const VIEWED = 'analytics_notice_viewed'

/** The public pages' notice, with the same memory of having been read. */
export function AnalyticsNotice() {
  const [isViewed, setIsViewed] = useState(() => localStorage.getItem(VIEWED) !== null)
  if (isViewed) return null

  function dismiss() {
    localStorage.setItem(VIEWED, 'true')
    setIsViewed(true)
  }

  return (
    <section
      aria-label="Analytics notice"
      className="fixed bottom-4 left-4 z-30 flex max-w-[calc(100%-2rem)] flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-float sm:max-w-lg sm:flex-nowrap"
    >
      <p className="text-ink-2">
        This site uses anonymous analytics and collects no personal information. Read our{' '}
        <a href={paths.privacy} className="underline">
          Privacy Policy
        </a>{' '}
        and{' '}
        <a href={paths.terms} className="underline">
          Terms and Conditions
        </a>
        .
      </p>
      <Button variant="secondary" onClick={dismiss}>
        Got it
      </Button>
    </section>
  )
}
