import type { TimelinePoint } from '@nightdesk/contracts'
import { useEffect, useRef, useState } from 'react'
import { useSelectedVersion } from '../versions/use-selected-version.ts'

/** The URL follows the slider when it rests: browsers limit how often it may change. */
const REST_MS = 250

/**
 * The position of the slider: the index of a point, or their number for now. It follows the version in the URL when that is
 * changed elsewhere, such as in the list.
 * @param isSelectionShown the screen itself shows a version that is selected in the list
 */
export function usePosition(points: readonly TimelinePoint[], isSelectionShown: boolean) {
  const { selectedId, momentId, showMoment } = useSelectedVersion()
  const selected = isSelectionShown ? selectedId : momentId
  /** The id of a version, because a save adds a point; null for now. */
  const [chosen, setChosen] = useState(selected)
  /** The version in the URL that is followed already, and the one that was last written to it. */
  const [url, setUrl] = useState({ followed: selected, written: selected })
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])

  if (selected !== url.followed) {
    setUrl({ followed: selected, written: selected })
    if (selected !== url.written) setChosen(selected)
  }

  function move(position: number) {
    const id = points[position]?.id ?? null
    setChosen(id)
    clearTimeout(rest.current)
    rest.current = setTimeout(() => {
      setUrl((before) => ({ ...before, written: id }))
      showMoment(id)
    }, REST_MS)
  }
  const index = points.findIndex(({ id }) => id === chosen)
  return {
    position: index === -1 ? points.length : index,
    /** Whether the slider has chosen the version, and not the list. */
    isMoment: momentId !== null || chosen !== selected,
    move,
  }
}
