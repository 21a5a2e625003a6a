import type { Article, Block, Version } from '@nightdesk/contracts'
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react'
import { useNotify } from '../../notify.ts'
import { useOpenEditor } from '../open-editor/open-editor.tsx'
import { useDraft } from '../open-editor/use-draft.ts'
import { MomentText } from './moment-text.tsx'
import { TimeLine } from './time-line.tsx'

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
  const now = useDraft()
  const { element, focusNextOf } = useNextButton(now)
  const editor = useOpenEditor()
  const notify = useNotify()

  async function bringBack(content: Block[]) {
    focusNextOf(document.activeElement)
    const replace = await editor.current?.prepareReplace()
    replace?.(content)
    notify({ kind: 'success', title: 'Brought back where it stood', topic: 'insert' })
  }
  /** The keys of the text, which is hidden. */
  const undo = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (event.shiftKey) editor.current?.redo()
    else editor.current?.undo()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of any of its buttons
    <div ref={element} tabIndex={-1} className="outline-none" onKeyDown={undo}>
      <MomentText version={version} now={now} onBringBack={bringBack} />
    </div>
  )
})

/** A pressed button disappears with the next text: the focus goes to the one after it, or else to the version. */
function useNextButton(now: readonly Block[] | undefined) {
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
