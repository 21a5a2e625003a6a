import './time-line.css'
import type { Article, TimelinePoint, Version } from '@nightdesk/contracts'
import { normalize } from '@nightdesk/editor'
import {
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { api, explain } from '../../../api.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { createMoments, type MomentState } from './moments.ts'
import { likelyNext } from './positions.ts'
import { TimeLineBar } from './time-line-bar.tsx'
import { usePosition } from './use-position.ts'

interface TimeLineProps {
  article: Article
  /** The screen shows the selected version without the time line, or else the newest one, which needs no point. */
  isSelectionShown?: boolean
  /** Renders a version in the place of the text. `isAlone`: without what was cut and added since. */
  children(version: Version, isAlone: boolean): ReactNode
}

/** A slider over all versions. Unless it is at its right end, the version is shown in the place of the text. */
export function TimeLine({ article, isSelectionShown = false, children }: TimeLineProps) {
  const { data, error, refetch } = api.versions.timeline.useQuery({ id: article.id })
  if (error) return <ErrorState message={explain(error)} onRetry={() => refetch()} />
  const points = isSelectionShown ? data?.slice(0, -1) : data
  if (!points || points.length === 0) return null
  return (
    <LoadedTimeLine article={article} isSelectionShown={isSelectionShown} points={points}>
      {children}
    </LoadedTimeLine>
  )
}

interface LoadedTimeLineProps extends Required<TimeLineProps> {
  /** Oldest first, at least one. */
  points: readonly TimelinePoint[]
}

function LoadedTimeLine({ article, isSelectionShown, points, children }: LoadedTimeLineProps) {
  const { position, move, isMoment } = usePosition(points, isSelectionShown)
  const { version, isLoading, error, retry } = useMoments(article.id, points, position)
  const [isAlone, setAlone] = useState(false)
  const point = points[position]
  const slider = useRef<HTMLInputElement>(null)
  const returnToNow = () => {
    move(points.length)
    // The pressed button disappears.
    slider.current?.focus()
  }
  const returnByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !point) return
    event.preventDefault()
    returnToNow()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in any of its controls
    <div className="contents" onKeyDown={returnByKey}>
      {point && isMoment && (
        <section
          aria-label={`Text of version ${point.version_number}`}
          aria-busy={isLoading}
          className="moment"
        >
          {error ? (
            <ErrorState message="This version could not be loaded." onRetry={retry} />
          ) : (
            version && children(version, isAlone)
          )}
        </section>
      )}
      <TimeLineBar
        points={points}
        newest={article.version_number}
        position={position}
        slider={slider}
        onMove={move}
        onReturn={returnToNow}
        isAlone={isAlone}
        onAloneChange={setAlone}
      />
    </div>
  )
}

/** The version at a position of the time line; none at the end, which is now. */
function useMoments(
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
