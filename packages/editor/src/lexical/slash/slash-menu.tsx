import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { BlockDefinition } from '../blocks/block-kinds.ts'
import { findInsertions } from './insertions.ts'
import { describeTextField, useMenuKeys } from './menu-keys.ts'
import { placeMenu } from './place-menu.ts'
import { SlashList } from './slash-list.tsx'
import { $removeSlash, removeTemporarySlash, type Slash, subscribeToSlash } from './slash-query.ts'

/** A menu of blocks. A slash opens it, and the text after the slash filters it. The focus stays in the text. */
export function SlashMenu() {
  const slash = useLexicalSubscription(subscribeToSlash)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const place = slash && `${slash.key} ${slash.start}`
  // A new slash at the same position opens the menu again.
  if (!place && dismissed) setDismissed(null)
  if (!slash || place === dismissed) return null
  return <OpenMenu key={place} slash={slash} onDismiss={() => setDismissed(place)} />
}

function OpenMenu({ slash, onDismiss }: { slash: Slash; onDismiss(): void }) {
  const [editor] = useLexicalComposerContext()
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const groups = findInsertions(slash.query)
  const insertions = groups.flatMap((group) => group.insertions)
  const [{ query, index }, setActive] = useState({ query: slash.query, index: 0 })
  const active = query === slash.query ? index : 0
  const isEmpty = insertions.length === 0

  const choose = (insertion: BlockDefinition | undefined) => {
    if (!insertion) return
    // Before the insertion, so that undo restores the empty block without the slash of the button.
    if (slash.isTemporary) removeTemporarySlash(editor, slash)
    editor.update(() => {
      $removeSlash(slash)
      insertion.make(editor)
    })
  }
  const step = (by: 1 | -1) =>
    setActive({ query: slash.query, index: (active + by + insertions.length) % insertions.length })

  // Within a line, the slash may be meant as text: then Enter ends the line.
  const isMeant = slash.isTemporary || slash.start === 0 || slash.query.length > 1 || active > 0
  useMenuKeys(editor, !isEmpty, isMeant, {
    onStep: step,
    onChoose: () => choose(insertions[active]),
    onDismiss: () => (slash.isTemporary ? removeTemporarySlash(editor, slash) : onDismiss()),
  })
  useLayoutEffect(
    () => describeTextField(editor, isEmpty ? null : { id, active }),
    [editor, id, active, isEmpty],
  )
  usePlacement(() => menu.current && placeMenu(editor, menu.current, slash))

  if (isEmpty) return null
  return (
    <SlashList
      ref={menu}
      id={id}
      groups={groups}
      active={insertions[active]}
      onChoose={choose}
      onHover={(insertion) => setActive({ query: slash.query, index: insertions.indexOf(insertion) })}
    />
  )
}

/** After every render, and when a window or an on-screen keyboard changes the visible area. */
function usePlacement(place: () => void): void {
  useLayoutEffect(() => {
    place()
    const viewport = window.visualViewport
    window.addEventListener('resize', place)
    viewport?.addEventListener('resize', place)
    return () => {
      window.removeEventListener('resize', place)
      viewport?.removeEventListener('resize', place)
    }
  })
}
