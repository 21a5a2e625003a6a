import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'
import { useSwitch } from '../../shortcuts/use-switch.ts'

interface ChangeNavigationProps {
  /** The element with the changes. */
  region: RefObject<HTMLElement | null>
  /** In a dialog, where single keys are no shortcuts of the screen. */
  isWide: boolean
}

/** Goes from change to change, by buttons and by N and P, or F7 and Shift+F7. */
export function ChangeNavigation({ region, isWide }: ChangeNavigationProps) {
  const [place, setPlace] = useState('')
  const go = (step: 1 | -1) => setPlace(showChange(region.current, step))
  useShortcuts({ n: () => go(1), p: () => go(-1) })
  useKeys(go, isWide)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => go(-1)}>
        Previous change
      </Button>
      <Button variant="secondary" size="sm" onClick={() => go(1)}>
        Next change
      </Button>
      <span role="status" className="text-xs text-muted">
        {place}
      </span>
    </>
  )
}

/** Scrolls to the next or previous change and marks it; after the last comes the first. @returns "Change 3 of 12" */
function showChange(region: HTMLElement | null, step: 1 | -1): string {
  const changes = [...(region?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
  const current = changes.findIndex(({ dataset }) => dataset.current !== undefined)
  const start = step === 1 ? -1 : 0
  const next = ((current === -1 ? start : current) + step + changes.length) % changes.length
  const shown = changes[next]
  if (!shown) return 'No changes in the text'
  delete changes[current]?.dataset.current
  shown.dataset.current = ''
  shown.scrollIntoView({ block: 'center' })
  return `Change ${next + 1} of ${changes.length}`
}

function useKeys(go: (step: 1 | -1) => void, isWide: boolean) {
  const { isOn: areOn } = useSwitch('shortcuts')
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event, isWide && areOn)
    if (!step) return
    event.preventDefault()
    go(step)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, hasLetters: boolean) {
  if (ctrlKey || metaKey || altKey) return
  if (key === 'F7') return shiftKey ? -1 : 1
  if (!hasLetters || shiftKey) return
  if (key === 'n') return 1
  return key === 'p' ? -1 : undefined
}
