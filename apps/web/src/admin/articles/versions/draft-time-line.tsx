import type { Article, Version } from '@nightdesk/contracts'
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react'
import { notify } from '../../notify.ts'
import { undoOf } from '../../screen/keys.ts'
import { type PresentText, usePresentText, useWriting } from '../saving/writing-context.tsx'
import { type BringBack, MomentText, TimeLine } from './time-line.tsx'

/** The time line of a text that is being written. What was cut can be brought back into it. */
export function DraftTimeLine({ article }: { article: Article }) {
  return (
    <TimeLine article={article}>
      {(version, isAlone) =>
        isAlone ? <MomentText version={version} /> : <MomentOfDraft version={version} />
      }
    </TimeLine>
  )
}

const MomentOfDraft = memo(function MomentOfDraft({ version }: { version: Version }) {
  const { draftEditor, title, body } = useWriting()
  const now = usePresentText()
  const { element, focusNextOf } = useNextButton(now)
  const steps = useSteps()
  const isLoading = useRef(false)
  const announce = () => notify({ title: 'Brought back where it stood', topic: 'insert' })
  const onBringBack: BringBack = {
    title(cut) {
      focusNextOf(document.activeElement)
      title.current?.replace(cut)
      draftEditor.change({ title: cut })
      steps.add('title')
      announce()
    },
    async content(content) {
      // Another press meanwhile has a text without this one.
      if (isLoading.current) return
      isLoading.current = true
      focusNextOf(document.activeElement)
      try {
        const replace = await body.current?.prepareReplace()
        replace?.(content)
      } finally {
        isLoading.current = false
      }
      steps.add('body')
      announce()
    },
  }
  /** The keys of the title and the text, which are hidden. */
  const undo = (event: KeyboardEvent) => {
    const action = undoOf(event)
    if (!action) return
    event.preventDefault()
    const field = steps[action]() === 'title' ? title.current : body.current
    field?.[action]()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of any of its buttons
    <div ref={element} tabIndex={-1} className="outline-none" onKeyDown={undo}>
      <MomentText version={version} now={now} onBringBack={onBringBack} />
    </div>
  )
})

/** What was brought back, in order: the title and the text have separate steps of undo. */
function useSteps() {
  const done = useRef<('title' | 'body')[]>([])
  const undone = useRef<('title' | 'body')[]>([])
  const move = (from: typeof done, to: typeof done) => {
    const step = from.current.pop()
    if (step) to.current.push(step)
    return step
  }
  return {
    add(step: 'title' | 'body') {
      done.current.push(step)
      undone.current = []
    },
    undo: () => move(done, undone),
    redo: () => move(undone, done),
  }
}

/** A pressed button disappears with the next text: the focus goes to the one after it, or else to the version. */
function useNextButton(now: PresentText | undefined) {
  const element = useRef<HTMLDivElement>(null)
  const next = useRef<number>(undefined)
  const buttons = () => [...(element.current?.querySelectorAll<HTMLElement>('[data-bring-back]') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text has changed
  useLayoutEffect(() => {
    if (next.current === undefined) return
    const target = buttons()[next.current] ?? element.current
    target?.focus({ preventScroll: true })
    next.current = undefined
  }, [now])
  return {
    element,
    focusNextOf(pressed: Element | null) {
      const index = pressed instanceof HTMLElement ? buttons().indexOf(pressed) : -1
      next.current = index === -1 ? undefined : index
    },
  }
}
