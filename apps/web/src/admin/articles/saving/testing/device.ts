import type { AdminArticle, WorkingCopy } from '@nightdesk/contracts'
import { expect, onTestFinished } from 'vitest'
import type { Notify } from '../../../../ui/toast.tsx'
import { type ApiClient, articleServer } from '../article-server.ts'
import { createDraftEditor, dispatch, recordSoon } from '../draft-editor.ts'
import type { DraftText } from '../draft-text.ts'
import type { Journal } from '../journal.ts'
import { openCopy, openSaved } from '../opening.ts'
import type { OrphanedEntry } from '../orphaned-entries.ts'
import type { Kind } from '../save-machine.ts'

/** A text with a paragraph of these words for each argument. */
export const textOfParagraphs = (...paragraphs: string[]): DraftText => ({
  title: 'The Ferry',
  excerpt: '',
  content: paragraphs.map((text) => ({ type: 'paragraph', children: [{ text }] })),
  poster: null,
  credits: [],
  tags: [],
})

export const paragraphsOf = ({ content }: Pick<DraftText, 'content'>) =>
  content.map(({ children }) => children.map(({ text }) => text).join(''))

/** The fields of calls that the server below looks at. */
interface Call extends Pick<DraftText, 'title' | 'content'> {
  revision?: number
  next_revision?: number
  base_version: number
  working_copy_revision: number
  unanswered_revisions?: number[]
  before: number
  version_id: number
}

/** A server with one article in memory, which has the rules of the real one about revisions and versions. */
export function startServer(...paragraphs: string[]) {
  const versions = [textOfParagraphs(...paragraphs)]
  let copy: WorkingCopy | null = null
  const stored = ({ title, content }: Pick<DraftText, 'title' | 'content'>) => ({
    ...{ title, content, excerpt: '', credits: [], tags: [], base_tags: [] },
    ...{ poster_image_id: null, poster_url: null, poster_alt: null, created_at: '', updated_at: '' },
  })
  const version = (number: number) => ({
    ...stored(versions[number - 1]!),
    id: number,
    version_number: number,
  })
  const article = () => ({ ...version(versions.length), id: 1, state: 'draft' }) as unknown as AdminArticle // all that is read
  const calls: Record<string, (call: Call) => unknown> = {
    'articles.get': article,
    'versions.list': ({ before }) => [version(before - 1)],
    'versions.get': ({ version_id }) => version(version_id),
    'workingCopies.get': () => copy,
    'workingCopies.put': ({ revision, next_revision, base_version, ...text }) => {
      refuse(revision !== (copy?.revision ?? 0))
      copy = { ...stored(text), base_version, revision: next_revision ?? (copy?.revision ?? 100) + 1 }
      return copy
    },
    'workingCopies.delete': ({ revision }) => {
      refuse(copy !== null && ![undefined, copy.revision].includes(revision))
      copy = null
    },
    'articles.update': ({ base_version, working_copy_revision, unanswered_revisions = [], ...text }) => {
      refuse(base_version !== versions.length)
      const isSaved = JSON.stringify(copy?.content) === JSON.stringify(text.content)
      if (isSaved || [working_copy_revision, ...unanswered_revisions].includes(copy?.revision ?? 0))
        copy = null
      versions.push({ ...textOfParagraphs(), title: text.title, content: text.content })
      return article()
    },
  }
  return { versions, calls, article, copy: () => copy }
}

function refuse(isStale: boolean) {
  // As the client throws it.
  if (isStale) throw Object.assign(new Error('Stale'), { data: { code: 'CONFLICT', httpStatus: 409 } })
}

/** Opens the article of a server in another window or on another device. */
export async function openDevice({ calls, article, copy }: ReturnType<typeof startServer>) {
  /** What becomes of the next requests; those after them are answered. */
  const fates: ('lost' | 'unanswered')[] = []
  const requests: string[] = []
  const call = async (name: string, input: unknown) => {
    requests.push(name)
    const fate = fates.shift()
    const answer = fate !== 'lost' && (await calls[name]?.(structuredClone(input) as Call)) // by the client's types
    if (fate) throw new Error('Failed to fetch')
    return structuredClone(answer)
  }
  const procedures = (router: string) =>
    new Proxy({}, { get: (_, name) => ({ mutate: run(router, name), query: run(router, name) }) })
  const run = (router: string, name: string | symbol) => (input: unknown) =>
    call(`${router}.${String(name)}`, input)
  const client = new Proxy({}, { get: (_, router) => procedures(String(router)) }) as ApiClient // the calls above
  const subject = { id: 1 }
  const server = articleServer(client, subject)
  const found = copy() && (await server.readCopy())
  const opening = found ? await openCopy(article(), found, server.readVersion) : openSaved(article())
  const notices: string[] = []
  let undo: (() => void) | undefined
  const notify: Notify = (notice) => {
    notices.push(notice.title)
    undo = notice.undo
  }
  const editor = createDraftEditor({
    ...{ subject, opening, notify, serverOf: () => server },
    prepareReplace: async () => editor.change,
    onSaved() {},
  })
  const closing = new AbortController()
  editor.closed = closing.signal
  const close = () => {
    closing.abort()
    editor.timers.clear()
  }
  onTestFinished(close)
  const idle = () => expect.poll(() => editor.state.save.sent).toBe(null)
  return {
    ...{ editor, notices, fates, requests, idle, close },
    type: (...paragraphs: string[]) => editor.change(textOfParagraphs(...paragraphs)),
    undo: () => undo?.(),
    text: () => paragraphsOf(editor.draft.text),
    /** What the journal has when the window is closed now. */
    left: (): OrphanedEntry => {
      let left: Parameters<Journal['record']>[0] | undefined
      const journal = { flush: async () => true, clear: async () => {}, close() {} }
      editor.journal = { ...journal, record: (snapshot) => (left = snapshot) }
      recordSoon(editor)
      close()
      const entry = { id: '', user: 7, subject, updated_at: '', remove: async () => {}, release() {} }
      return { ...entry, ...left! } // just recorded
    },
    /** Sends what was typed. */
    async send(kind: Kind, ...lost: typeof fates) {
      fates.push(...lost)
      dispatch(editor, { type: kind })
      await idle()
    },
  }
}
