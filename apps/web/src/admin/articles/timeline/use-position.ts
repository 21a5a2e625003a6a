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
  const id = isSelectionShown ? selectedId : momentId
  const [position, setPosition] = useState(() => positionOf(points, id))
  /** The version in the URL that the position follows already, and the one that was last written to it. */
  const [url, setUrl] = useState({ followed: id, written: id })
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])

  if (id !== url.followed) {
    setUrl({ followed: id, written: id })
    if (id !== url.written) setPosition(positionOf(points, id))
  }

  function move(next: number) {
    setPosition(next)
    clearTimeout(rest.current)
    rest.current = setTimeout(() => {
      const written = points[next]?.id ?? null
      setUrl((before) => ({ ...before, written }))
      showMoment(written)
    }, REST_MS)
  }
  /** Whether the slider has chosen the version, and not the list. */
  const isMoment = momentId !== null || position !== positionOf(points, id)
  return { position, move, isMoment }
}

function positionOf(points: readonly TimelinePoint[], id: number | null): number {
  const index = points.findIndex((point) => point.id === id)
  return index === -1 ? points.length : index
}
