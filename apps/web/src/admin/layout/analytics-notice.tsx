import { useRef } from 'react'
import { KEYS } from '../../local-storage.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMode } from '../screen/focus-mode.ts'
import { measureNotice } from '../screen/measure-bar.ts'
import { focusHeading } from '../screen/page.tsx'
import { useStored } from '../screen/use-stored.ts'

const besideScreen =
  'md:inset-x-auto md:bottom-4 md:left-3 md:w-[13.5rem] md:flex-col md:items-start md:rounded-card md:border md:p-4'

/**
 * The analytics notice of the public pages; dismissing it counts for both. It never covers a control: on wide screens
 * it is at the bottom of the sidebar, on a phone above the tab bar, and in focus mode one line below the editor.
 */
export function AnalyticsNotice() {
  const [viewed, store] = useStored(KEYS.noticeViewed)
  const cameFrom = useRef<HTMLElement>(null)
  const { isFocused } = useFocusMode()
  if (viewed !== null) return null

  function dismiss() {
    store('true')
    if (cameFrom.current?.isConnected) cameFrom.current.focus()
    else focusHeading()
  }

  return (
    <section
      ref={measureNotice}
      aria-label="Analytics notice"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          cameFrom.current = relatedTarget
        }
      }}
      data-small={isFocused || undefined}
      className={`analytics-notice fixed inset-x-0 bottom-(--tabs-height) z-20 flex items-center gap-3 border-t border-line bg-surface px-4 py-2 text-xs ${isFocused ? 'justify-center' : besideScreen}`}
    >
      <p className="text-ink-2">
        {isFocused
          ? 'Anonymous analytics, no personal information. '
          : 'This site uses anonymous analytics and collects no personal information. Read our '}
        <a href={paths.privacy} className="underline">
          Privacy Policy
        </a>{' '}
        and{' '}
        <a href={paths.terms} className="underline">
          Terms and Conditions
        </a>
        .
      </p>
      <Button variant="secondary" size={isFocused ? 'sm' : 'md'} onClick={dismiss}>
        Got it
      </Button>
    </section>
  )
}
