import './time-line.css'
import type { AdminArticle, Article, Block, TimelinePoint, Version } from '@nightdesk/contracts'
import { normalize } from '@nightdesk/editor'
import { Moment, MomentTitle } from '@nightdesk/editor/render-moment'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { api, explain } from '../../../api.ts'
import { formatDateTime } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { measureTimeLine } from '../../screen/measure-bar.ts'
import type { PresentText } from '../saving/writing-context.tsx'
import { useSelectedVersion } from './versions.ts'

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
  if (error && !data) return <ErrorState message={explain(error)} onRetry={() => refetch()} />
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
  const { version, isLoading, error, retry } = useMoment(article.id, points, position)
  const [isAlone, setAlone] = useState(false)
  const point = points[position]
  const description = point ? describePoint(point, article.version_number) : 'Now'
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
      {/* The slider, with marks of publications and labels, and what it points at. */}
      <section aria-label="Time line" ref={measureTimeLine} className="time-line">
        <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
          {/* The slider says it to screen readers. */}
          <p aria-hidden className="min-w-0 flex-1 basis-64 text-xs text-ink-2">
            {point ? description : 'Now. Drag to see an earlier version in the place of the text.'}
          </p>
          {point && (
            <>
              <Button size="sm" aria-pressed={isAlone} onClick={() => setAlone(!isAlone)}>
                Only that moment
              </Button>
              <Button size="sm" onClick={returnToNow}>
                Back to now
              </Button>
            </>
          )}
        </div>
        <div className="relative pt-3">
          <Ticks points={points} />
          <input
            ref={slider}
            type="range"
            className="block h-6 w-full cursor-grab rounded-control accent-(--primary) focus-visible:outline-offset-0 as-cards:h-11"
            aria-label="Version"
            aria-valuetext={description}
            min={0}
            max={points.length}
            value={position}
            onChange={({ target }) => move(target.valueAsNumber)}
            // Enter would save the text that is written, because its form is around the slider.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      </section>
    </div>
  )
}

/**
 * The version at a position of the time line; none at the end, which is now. One is asked for at a time, and always the one
 * that is wanted now: a drag over a hundred of them does not wait for a hundred answers.
 */
function useMoment(id: number, points: readonly TimelinePoint[], position: number) {
  const { versions } = api.useUtils()
  const wanted = points[position]?.id
  const [asked, setAsked] = useState(wanted)
  const query = api.versions.get.useQuery(asked === undefined ? skipToken : { id, version_id: asked }, {
    ...LOADED_ONCE,
    // The version before stays on the screen. One on the way is nearer to the wanted one.
    placeholderData: keepPreviousData,
    select: inNormalForm,
  })
  const isKnown = wanted !== undefined && versions.get.getData({ id, version_id: wanted }) !== undefined
  if (wanted !== undefined && wanted !== asked && (isKnown || !query.isFetching)) setAsked(wanted)

  const lastMove = useRef({ from: position, to: position })
  const isShown = wanted === asked && query.isSuccess && !query.isPlaceholderData
  useEffect(() => {
    if (lastMove.current.to !== position) lastMove.current = { from: lastMove.current.to, to: position }
    if (!isShown) return
    for (const next of likelyNext(position, lastMove.current.from, points.length)) {
      const version_id = points[next]?.id
      if (version_id !== undefined) void versions.get.prefetch({ id, version_id }, LOADED_ONCE)
    }
  }, [versions, id, points, position, isShown])
  return {
    version: query.data,
    isLoading: !isShown,
    error: wanted === asked ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** Versions never change. One of 5,000 words takes about 100 KB, so those that are not shown are soon dropped. */
const LOADED_ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false }

/** As the text in the editor. */
const inNormalForm = (version: Version): Version => ({ ...version, content: normalize(version.content) })

/** The time line of an article that is read. What was cut is brought back in the editor. */
export function ArticleTimeLine({ article }: { article: AdminArticle }) {
  const { momentId } = useSelectedVersion()
  const { title, content } = article
  const now = useMemo(() => ({ title, content: normalize(content) }), [title, content])
  return (
    <TimeLine article={article} isSelectionShown>
      {(version, isAlone) => (
        <div className="rounded-card border border-line bg-surface p-5 sm:p-8">
          {article.state !== 'deleted' && momentId !== null && (
            <p className="mb-5 text-xs text-muted">
              <Link to={`${paths.admin.editDraft(article.id)}?versions=1&version=${momentId}&moment=1`}>
                Open this moment in the editor
              </Link>{' '}
              to bring back what was cut.
            </p>
          )}
          <MomentText version={version} now={isAlone ? undefined : now} />
        </div>
      )}
    </TimeLine>
  )
}

/** Marks of publications and labels above the slider. For the eye only: the slider names those of its position. */
const Ticks = memo(function Ticks({ points }: Pick<LoadedTimeLineProps, 'points'>) {
  const place = (index: number) => `${(100 * index) / points.length}%`
  return (
    // The middle of the thumb is half of its width from the ends.
    <svg
      aria-hidden
      className="pointer-events-none absolute inset-x-2 top-0 h-4.5 w-[calc(100%-1rem)] overflow-visible"
    >
      {points.map(({ id, is_publication, label }, index) => (
        <Fragment key={id}>
          {is_publication && (
            <line
              x1={place(index)}
              x2={place(index)}
              y1="9"
              y2="18"
              className="stroke-success stroke-[3px] forced-colors:stroke-[CanvasText]"
            />
          )}
          {label && (
            <circle
              cx={place(index)}
              cy="4"
              r="4"
              className="fill-warning-solid stroke-surface forced-colors:fill-[CanvasText]"
            />
          )}
        </Fragment>
      ))}
    </svg>
  )
})

/** Of versions that are loaded ahead. */
const LIKELY = 6

/**
 * The positions that are likely to be next, the likeliest first: the slider goes on as it moved last, by steps of that
 * length, or turns to a neighbour.
 */
export function likelyNext(position: number, before: number, count: number): number[] {
  const step = position - before || -1
  const ahead = [1, 2, 3, 4].map((steps) => position + steps * step)
  const neighbours = [position - 1, position + 1]
  return [...new Set([...ahead, ...neighbours])].filter((next) => next >= 0 && next < count).slice(0, LIKELY)
}

/** "Version 14 of 132, May 3, 2026, 2:05 PM, by Ada, published, “before the edit”" */
export function describePoint(point: TimelinePoint, newest: number): string {
  return [
    `Version ${point.version_number} of ${newest}`,
    formatDateTime(point.created_at),
    `by ${point.created_by_name}`,
    ...(point.is_publication ? ['published'] : []),
    ...(point.is_public ? ['public now'] : []),
    ...(point.label ? [`“${point.label}”`] : []),
  ].join(', ')
}

/** The URL follows the slider when it rests: browsers limit how often it may change. */
const REST_MS = 250

/**
 * The position of the slider: the index of a point, or their number for now. It follows the version in the URL when that is
 * changed elsewhere, such as in the list.
 * @param isSelectionShown the screen itself shows a version that is selected in the list
 */
function usePosition(points: readonly TimelinePoint[], isSelectionShown: boolean) {
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

interface MomentTextProps {
  version: Version
  /** The present text, to show what was cut and added since. */
  now?: PresentText
  /** Called with the present title or content, and a cut passage in its place. */
  onBringBack?: BringBack
}

export interface BringBack {
  title(title: string): void
  content(content: Block[]): void
}

/** A version as it was read. The comparison with now is rendered after the text, and not while the slider moves. */
export const MomentText = memo(function MomentText({ version, now, onBringBack }: MomentTextProps) {
  const settled = useDeferredValue<Version | null>(version, null)
  const compared = settled === version ? now : undefined
  return (
    <>
      <h2 className="moment-title">
        <MomentTitle before={version.title} now={compared?.title} onBringBack={onBringBack?.title} />
      </h2>
      {version.content.length === 0 && !now?.content.length ? (
        <p className="text-muted">No content available</p>
      ) : (
        <div className="prose">
          <Moment
            before={version.content}
            now={compared?.content}
            onBringBack={onBringBack?.content}
            headingBase={2}
          />
        </div>
      )}
    </>
  )
})
