import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FormHandle } from '../article-form.tsx'
import type { Surroundings, WritingView } from './desk.ts'
import { createWriting, type Writing } from './writing.ts'

/** The writing of this screen, and the handle to give to its form. What it is made with is read once. */
export function useWriting(surroundings: Omit<Surroundings, 'prepareReplace'>) {
  const form = useRef<FormHandle>(null)
  const latest = useRef(surroundings)
  useEffect(() => {
    latest.current = surroundings
  })
  const [writing] = useState(() =>
    createWriting({
      ...surroundings,
      onSaved: (article) => latest.current.onSaved(article),
      prepareReplace() {
        if (!form.current) throw new Error('The form is not there yet')
        return form.current.prepareReplace()
      },
    }),
  )
  useEffect(() => writing.open(), [writing])
  return { writing, form }
}

/** A part of what the writing shows; the component is drawn anew only when that part is another one. */
export function useWritingView<T>(writing: Writing, select: (view: WritingView) => T): T {
  return useSyncExternalStore(writing.subscribe, () => select(writing.view()))
}
