import type { AdminArticle } from '@nightdesk/contracts'
import { type CopyMark, findMarks, fixMarks } from '@nightdesk/editor'
import { useMemo, useState } from 'react'
import { readList } from '../../../local-storage.ts'
import { useStored } from '../../screen/use-stored.ts'
import type { DraftText } from '../saving/draft-text.ts'
import { chooseText, mergeTexts } from '../saving/merge-text.ts'
import { useEditState, useWriting } from '../saving/writing-context.tsx'
import { useAddressFacts, useLinkChecks } from './address-facts.ts'

export type Marks = ReturnType<typeof useMarks>

/** The marks on the text in the editor, and their fixes. Each fix is one step of undo. */
export function useMarks({ id: articleId, kind }: Pick<AdminArticle, 'id' | 'kind'>) {
  const { draftEditor, prepareReplace } = useWriting()
  const text = useEditState(() => draftEditor.texts().written)
  const own = useAddressFacts(text.content, text.poster?.url ?? null)
  const outside = useLinkChecks(articleId, text.content)
  const { left, leave, restore } = useLeftMarks(articleId)
  const [fixed, setFixed] = useState<{ from: DraftText; to: DraftText; count: number }>()
  const found = useMemo(() => {
    const links = new Map([...own.links, ...outside.facts])
    const marks = findMarks(markedText(text), { ...own, links })
    // A page without a featured image is in no list that would draw one.
    return kind === 'page' && !text.poster ? marks.filter((mark) => mark.kind !== 'featured-image') : marks
  }, [text, own, outside.facts, kind])

  /** Makes a change of an earlier text in the present one, which may have words of another device by now. */
  async function change(from: DraftText, to: DraftText) {
    const replace = await prepareReplace()
    replace(chooseText(mergeTexts(from, draftEditor.texts().written, to)))
  }
  /** `marks` are of one kind. */
  async function fix(marks: readonly CopyMark[]) {
    const { title, excerpt, content } = fixMarks(markedText(text), marks)
    const to = { ...text, title, excerpt, content: [...content] }
    await change(text, to)
    setFixed({ from: text, to, count: marks.length })
  }
  async function undo() {
    if (fixed) await change(fixed.to, fixed.from)
    setFixed(undefined)
  }
  return {
    content: text.content,
    marks: found.filter(({ id }) => !left.includes(id)),
    leftCount: found.filter(({ id }) => left.includes(id)).length,
    leave,
    restore,
    fix,
    /** How many marks the last fix removed, which can be undone. */
    fixedCount: fixed?.count,
    undo,
    /** The check of the links to other sites. */
    outside,
  }
}

const markedText = ({ title, excerpt, content, poster }: DraftText) => ({
  title,
  excerpt,
  content,
  featured_image: poster?.url ?? null,
  featured_image_alt: poster?.alt ?? '',
})

/** The oldest are forgotten. */
const MOST = 200

/** The ids of the marks of an article that a writer wants to leave as they are, in this browser. */
function useLeftMarks(articleId: number) {
  const key = `marks_left:${articleId}`
  const [, store] = useStored(key)
  const left = readList(key, (id) => typeof id === 'string')
  return {
    left,
    leave: (id: string) => store(JSON.stringify([...left, id].slice(-MOST))),
    restore: () => store(null),
  }
}
