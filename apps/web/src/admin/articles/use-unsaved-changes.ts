import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'

export type UnsavedChanges = ReturnType<typeof useUnsavedChanges>

/** Knows whether there is something to lose, and holds back whoever is about to leave with it. */
export function useUnsavedChanges() {
  const [hasChanges, setHasChanges] = useState(false)
  // How often something was changed, and how much of it is saved. Handlers read the newest value, so refs.
  const changed = useRef(0)
  const saved = useRef(0)
  const isDirty = () => changed.current > saved.current

  function markChanged() {
    changed.current++
    setHasChanges(true)
  }

  /** To be called when a save begins; the result when it succeeds. What is typed meanwhile stays unsaved. */
  function beginSave() {
    const covered = changed.current
    return () => {
      saved.current = covered
      setHasChanges(isDirty())
    }
  }

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (changed.current > saved.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  return { hasChanges, isDirty, markChanged, beginSave, blocker }
}
