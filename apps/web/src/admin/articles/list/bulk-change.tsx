import {
  type AdminArticleSummary,
  type ArticleState,
  type BulkChange,
  type BulkResult,
  type ChangedArticle,
  tagName,
  tagProblem,
  tagSlug,
} from '@nightdesk/contracts'
import { useId, useState } from 'react'
import { api } from '../../../api.ts'
import { formatCount } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, type FormDialogProps } from '../../../ui/dialog.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { fieldRules } from '../../../ui/form.tsx'
import type { Notice } from '../../../ui/toast.tsx'
import { notify } from '../../notify.ts'
import { nameRefused, SelectedBar, type Selection } from '../../screen/selection.tsx'
import { standingOf } from '../article-actions.tsx'

interface SelectionBarProps {
  /** The selected articles. */
  articles: AdminArticleSummary[]
  selection: Pick<Selection, 'deselect' | 'clear'>
}

type Action = { change: BulkChange; label: string; from: readonly ArticleState[] }

const ACTIONS: readonly Action[] = [
  { change: 'publish', label: 'Publish now', from: ['draft'] },
  { change: 'unpublish', label: 'Unpublish', from: ['published'] },
  { change: 'add_tag', label: 'Add tag', from: ['draft', 'published', 'archived'] },
  { change: 'remove_tag', label: 'Remove tag', from: ['draft', 'published', 'archived'] },
  { change: 'archive', label: 'Archive', from: ['draft', 'published'] },
  { change: 'restore', label: 'Restore', from: ['archived', 'deleted'] },
]

/** What can be done with the selected articles. It stays at the bottom of the screen while some are selected. */
export function SelectionBar({ articles, selection }: SelectionBarProps) {
  const { change, isPending } = useBulkChange(selection.deselect)
  const [asksFor, setAsksFor] = useState<BulkChange | null>(null)
  const tags = [...new Set(articles.flatMap((article) => article.tags.map(({ name }) => name)))]
  const possible = ACTIONS.filter(
    ({ change, from }) =>
      articles.some(({ state }) => from.includes(state)) && (change !== 'remove_tag' || tags.length > 0),
  )
  const dialog = {
    count: articles.length,
    onClose: () => setAsksFor(null),
    onChoose(tag: string) {
      setAsksFor(null)
      if (asksFor) change(asksFor, articles, tag)
    },
  }
  return (
    <SelectedBar label="Selected articles" count={articles.length} onClear={selection.clear}>
      {possible.map(({ change: name, label }) => (
        <Button
          key={name}
          isBusy={isPending}
          onClick={() => (name.endsWith('_tag') ? setAsksFor(name) : change(name, articles))}
        >
          {label}
        </Button>
      ))}
      {asksFor === 'add_tag' && <AddTagDialog {...dialog} />}
      {asksFor === 'remove_tag' && <RemoveTagDialog {...dialog} tags={tags} />}
    </SelectedBar>
  )
}

interface TagDialogProps {
  /** Selected articles. */
  count: number
  onChoose(tag: string): void
  onClose(): void
}

/** Asks for a tag; existing ones are suggested. */
function AddTagDialog({ count, ...on }: TagDialogProps) {
  const listId = useId()
  const known = api.articles.tags.useQuery({}).data ?? []
  return (
    <TagDialog title="Add a tag" description={`To ${countArticles(count)}.`} submit="Add tag" {...on}>
      <Field name="tag" label="Tag" list={listId} autoComplete="off" />
      <datalist id={listId}>
        {known.map(({ slug, name }) => (
          <option key={slug} value={name} />
        ))}
      </datalist>
    </TagDialog>
  )
}

/** Asks which of the tags of the selected articles goes. */
function RemoveTagDialog({ count, tags, ...on }: TagDialogProps & { tags: string[] }) {
  const options = tags.map((name) => ({ value: name, label: name }))
  return (
    <TagDialog title="Remove a tag" description={`From ${countArticles(count)}.`} submit="Remove tag" {...on}>
      <Select name="tag" label="Tag" className="h-10 w-full" options={options} />
    </TagDialog>
  )
}

const tagRule = fieldRules({ tag: (tag) => tagProblem(tagName(tag)) })

type TagFormProps = Pick<FormDialogProps<unknown>, 'title' | 'description' | 'submit' | 'children'> &
  Omit<TagDialogProps, 'count'>

/** Its field has the name `tag`. */
const TagDialog = ({ onChoose, ...dialog }: TagFormProps) => (
  <FormDialog
    {...dialog}
    schema={tagRule}
    call={{ isPending: false }}
    onSubmit={({ tag }) => onChoose(tagName(tag))}
  />
)

const UNDO_MS = 10_000

interface Call {
  change: BulkChange
  articles: ChangedArticle[]
  tag?: string
}

/**
 * Changes several articles in one call, and announces the result with Undo.
 * @param onChanged receives the ids of the articles that were not refused
 */
function useBulkChange(onChanged: (ids: number[]) => void) {
  const utils = api.useUtils()
  const { mutateAsync, isPending } = api.bulk.change.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to change the articles' } },
    onSettled: () => {
      utils.articles.invalidate()
      utils.versions.list.invalidate()
      utils.analytics.dashboard.invalidate()
    },
  })
  /** @returns null when the call failed, which has been announced */
  const send = (call: Call) => mutateAsync(call).catch(() => null)

  async function change(name: BulkChange, selected: readonly AdminArticleSummary[], tag?: string) {
    const titles = new Map(selected.map(({ id, title }) => [id, title]))
    const titleOf = (id: number) => titles.get(id) ?? ''
    const results = await send({ change: name, articles: selected.map(inputFor(name)), tag })
    if (!results) return
    onChanged([...idsOf(results, 'changed'), ...idsOf(results, 'unchanged')])
    const changed = idsOf(results, 'changed')
    const calls = undoCalls(
      name,
      selected.filter(({ id }) => changed.includes(id)),
      tag,
    )
    notify({
      ...describeBulk(name, results, titleOf),
      duration: UNDO_MS,
      undo: calls.length > 0 ? () => undo(calls, titleOf) : undefined,
    })
  }

  async function undo(calls: readonly Call[], titleOf: (id: number) => string) {
    for (const call of calls) {
      const results = await send(call)
      if (!results) return
      notify(describeBulk(call.change, results, titleOf))
    }
  }

  return { change, isPending }
}

/**
 * Publishing is refused when somebody has changed the text that the list showed. A published article stays as readers see
 * it, even if newer text is not public.
 */
const inputFor = (change: BulkChange) => (article: AdminArticleSummary) =>
  change === 'publish'
    ? {
        id: article.id,
        base_version: article.version_number,
        version_number: standingOf(article).version_number,
      }
    : { id: article.id }

const idsOf = (results: readonly BulkResult[], wanted: BulkResult['outcome']) =>
  results.filter(({ outcome }) => outcome === wanted).map(({ id }) => id)

/** The calls that revert a change. `before` are the articles that it changed, as they were. */
function undoCalls(change: BulkChange, before: readonly AdminArticleSummary[], tag?: string): Call[] {
  const those = (state: AdminArticleSummary['state']) =>
    before.filter((article) => article.state === state).map(standingOf)
  const all = before.map(standingOf)
  const tagged = before.map(({ id, tags }) => ({ id, tag_position: positionOf(tags, tag) }))
  const calls: Record<BulkChange, Call[]> = {
    publish: [{ change: 'unpublish', articles: those('draft') }],
    unpublish: [{ change: 'publish', articles: all }],
    archive: [
      { change: 'restore', articles: all },
      { change: 'publish', articles: those('published') },
    ],
    restore: [{ change: 'archive', articles: those('archived') }],
    add_tag: [{ change: 'remove_tag', articles: all, tag }],
    remove_tag: [{ change: 'add_tag', articles: tagged, tag }],
  }
  return calls[change].filter(({ articles }) => articles.length > 0)
}

/** Counted from 1. */
const positionOf = (tags: AdminArticleSummary['tags'], tag = '') =>
  tags.findIndex(({ slug }) => slug === tagSlug(tag)) + 1 || 1

const words: Record<BulkChange, { done: string; already: string }> = {
  publish: { done: 'published', already: 'published already' },
  unpublish: { done: 'unpublished', already: 'in draft already' },
  archive: { done: 'archived', already: 'archived already' },
  restore: { done: 'restored', already: 'in draft already' },
  add_tag: { done: 'tagged', already: 'tagged already' },
  remove_tag: { done: 'freed of the tag', already: 'without the tag already' },
}

/** What a notice says after a change of several articles. */
export function describeBulk(
  change: BulkChange,
  results: readonly BulkResult[],
  titleOf: (id: number) => string,
): Pick<Notice, 'kind' | 'title' | 'description'> {
  const { done, already } = words[change]
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  const changed = results.filter(({ outcome }) => outcome === 'changed').length
  if (refused.length > 0) {
    const wereNot = refused.length === 1 ? 'was not' : 'were not'
    const title = `${refused.length} of ${countArticles(results.length)} ${wereNot} ${done}`
    return { kind: 'warning', title, description: nameRefused(refused, (id) => `“${titleOf(id)}”`) }
  }
  if (changed === 0) {
    const description = `${results.length === 1 ? 'It is' : 'They are'} ${already}.`
    return { kind: 'info', title: 'Nothing to change', description }
  }
  const unchanged = results.length - changed
  const description = unchanged > 0 ? `${unchanged} ${unchanged === 1 ? 'is' : 'are'} ${already}.` : undefined
  return { kind: 'success', title: `${countArticles(changed)} ${done}`, description }
}

const countArticles = (count: number) => formatCount(count, 'article')
