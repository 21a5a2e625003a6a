import type { TimelinePoint } from '@nightdesk/contracts'
import { normalize } from '@nightdesk/editor'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api } from '../../../api.ts'
import { createMoments, type MomentState } from './moments.ts'
import { likelyNext } from './positions.ts'

/** The version at a position of the time line; none at the end, which is now. */
export function useMoments(
  articleId: number,
  points: readonly TimelinePoint[],
  position: number,
): MomentState & { retry(): void } {
  const { client } = api.useUtils()
  const [moments] = useState(() =>
    createMoments(async (version_id) => {
      const version = await client.versions.get.query({ id: articleId, version_id })
      // The text in the editor is in normal form, too.
      return { ...version, content: normalize(version.content) }
    }),
  )
  const state = useSyncExternalStore(moments.subscribe, moments.getState)
  const before = useRef(position)
  const id = points[position]?.id
  // A layout effect, so that a version in memory is painted with the slider.
  useLayoutEffect(() => {
    const likely = likelyNext(position, before.current, points.length)
    before.current = position
    if (id !== undefined)
      moments.show(
        id,
        likely.flatMap((next) => points[next]?.id ?? []),
      )
  }, [moments, id, position, points])
  return { ...state, retry: () => id !== undefined && moments.show(id) }
}
