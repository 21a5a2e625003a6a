import type { AdminArticle, Note } from '@nightdesk/contracts'
import { anchorText } from '@nightdesk/editor/anchors'
import type { NoteMarks } from '@nightdesk/editor/lexical'
import { useEffect, useMemo, useState } from 'react'
import { useOpenEditor } from '../open-editor/open-editor.tsx'
import { createNotePlacer, type Places } from './place-notes.ts'

/** The marks of notes in the open editor; undefined until their code is loaded. */
export function useNoteMarks(): NoteMarks | undefined {
  const editor = useOpenEditor()
  const [marks, setMarks] = useState<NoteMarks>()
  useEffect(() => {
    let isCurrent = true
    // A chunk that fails to load is reported by the browser, and the list works without marks.
    void editor.current?.noteMarks().then((loaded) => isCurrent && setMarks(loaded))
    return () => {
      isCurrent = false
    }
  }, [editor])
  return marks
}

/** Where notes are in the text while it is being written. */
export function usePlaces(
  marks: NoteMarks | undefined,
  notes: readonly Note[],
  article: AdminArticle,
): Places {
  const [placer] = useState(createNotePlacer)
  const [text, setText] = useState<string>()
  const [places, setPlaces] = useState<Places>(new Map())
  useEffect(() => marks?.watch(setText), [marks])
  const saved = useMemo(() => anchorText(article.content), [article.content])
  useEffect(() => {
    if (text !== undefined) setPlaces(placer.place(notes, text, saved))
  }, [placer, notes, text, saved])
  return places
}
