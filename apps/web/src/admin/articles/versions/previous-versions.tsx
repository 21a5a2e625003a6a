import type { Article, Block, Passage, Version } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import { Blocks } from '@nightdesk/editor/render'
import { useRef, useState } from 'react'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/states.tsx'
import { notify } from '../../notify.ts'
import { ListSearch } from '../../screen/list.tsx'
import { usePresentText, useWriting } from '../saving/writing-context.tsx'
import { CompareBar, Comparison } from './comparison.tsx'
import { PassageList } from './passages.tsx'
import { VersionList } from './version-list.tsx'
import { DRAFT, useCompared, useComparison, useSelectedVersion, useVersion } from './versions.ts'

/** Panel beside the editor: the versions with the text of the selected one, or the results of a search in all of them. */
export function PreviousVersions({ article }: { article: Article }) {
  const { draftEditor } = useWriting()
  const [q, setQ] = useState('')
  const { selectedId } = useSelectedVersion()
  const { insertPassage } = useInsert()
  return (
    <aside
      aria-label="Versions"
      className="flex min-w-0 flex-col gap-4 self-start rounded-card border border-line bg-surface p-4 max-lg:order-first lg:sticky lg:top-17 lg:max-h-[calc(100dvh-5.5rem)]"
    >
      <h2 className="text-md">Previous Versions</h2>
      <ListSearch label="Search old versions" className="w-full" value={q} onSearch={setQ} />
      {q ? (
        <PassageList q={q} articleId={article.id} onInsert={insertPassage} />
      ) : (
        <>
          <VersionList
            article={article}
            onReverted={draftEditor.followRevert}
            className={selectedId === null ? 'max-lg:max-h-[35dvh]' : 'max-h-[35dvh]'}
          />
          <SelectedVersion id={article.id} />
        </>
      )}
    </aside>
  )
}

function SelectedVersion({ id }: { id: number }) {
  const { selectedId } = useSelectedVersion()
  const selected = useVersion(id, selectedId)
  if (selected.isLoading) return <Loading label="Loading version..." />
  return selected.data ? <OpenVersion selected={selected.data} /> : null
}

function OpenVersion({ selected }: { selected: Version }) {
  const { chosen } = useComparison()
  const { momentId } = useSelectedVersion()
  const compared = useCompared(selected)
  return (
    <section
      aria-label={`Version ${selected.version_number}`}
      className="flex max-h-[60dvh] min-h-0 min-w-0 flex-col gap-3 overflow-y-auto border-t border-line pt-4 lg:max-h-none lg:flex-1"
    >
      <h3 className="font-medium wrap-anywhere">{selected.title}</h3>
      <CompareBar selected={selected} hasDraft />
      {chosen === DRAFT && <ComparedWithDraft selected={selected} />}
      {compared && <Compared selected={selected} other={compared} />}
      {chosen !== DRAFT && !compared && momentId !== selected.id && <VersionText version={selected} />}
    </section>
  )
}

function ComparedWithDraft({ selected }: { selected: Version }) {
  const draft = usePresentText()
  if (!draft) return null
  return <Compared selected={selected} other={{ name: 'the text in the editor', ...draft }} />
}

function Compared(props: Pick<Parameters<typeof Comparison>[0], 'selected' | 'other'>) {
  const { insert } = useInsert()
  return (
    <Comparison
      {...props}
      isNarrow
      action={(block, text) => (
        <Button size="xs" className="-mt-2 mb-4 font-sans" onClick={() => insert(block, text)}>
          Insert into the draft
        </Button>
      )}
    />
  )
}

function VersionText({ version }: { version: Version }) {
  if (version.content.length === 0) return <p className="text-muted">No content available</p>
  return (
    <div className="prose text-sm">
      <Blocks value={version.content} headingBase={4} />
    </div>
  )
}

/** Inserts old text into the draft at the caret; the editor’s Undo removes it. */
function useInsert() {
  const { body } = useWriting()
  const utils = api.useUtils()
  const isLoading = useRef(false)

  async function insert(block: Block, text: readonly Block[]) {
    await body.current?.insert(block, text)
    notify({ title: 'Inserted into the draft', topic: 'insert' })
  }
  async function insertPassage({ article_id, last_version_id, text }: Passage) {
    if (isLoading.current) return
    isLoading.current = true
    const version = await utils.versions.get
      .fetch({ id: article_id, version_id: last_version_id }, ANNOUNCED)
      .catch(() => null)
    isLoading.current = false
    if (!version) return
    const { content } = version
    await insert(content.find((block) => plainText([block]) === text) ?? asParagraph(text), content)
  }
  return { insert, insertPassage }
}

const ANNOUNCED = { meta: { failure: { title: 'Failed to fetch versions' } } }

/** Fallback to plain text when the block is not found in that version. */
const asParagraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
