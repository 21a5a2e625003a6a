import { MAX_TAGS, tagName, tagProblem, tagSlug, uniqueTags } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { ChipsField, type Suggestion } from '../../../ui/chips-field.tsx'
import { useRefusal, useWriting, useWritten } from '../saving/writing-context.tsx'

/** The tags of an article; existing ones are suggested, new ones can be typed. */
export function TagsField() {
  const { draftEditor } = useWriting()
  const tags = useWritten('tags')
  const refusal = useRefusal('tags')
  const [typed, setTyped] = useState('')
  const known = (api.articles.tags.useQuery({}).data ?? []).map(({ name }) => name)
  const name = tagName(typed)
  const problem = name === '' ? undefined : tagProblem(name)
  const isNew = name !== '' && !problem && ![...known, ...tags].some((one) => isSameTag(one, name))
  const isFull = tags.length >= MAX_TAGS

  function choose(names: string[]) {
    draftEditor.change({ tags: uniqueTags(names).slice(0, MAX_TAGS) })
    setTyped('')
  }
  function chooseTyped() {
    if (name !== '' && !problem) choose([...tags, known.find((one) => isSameTag(one, name)) ?? name])
  }

  return (
    <ChipsField
      label="Tags"
      listLabel="Tags"
      chips={tags.map(toChip)}
      suggestions={[...known.map(toChip), ...(isNew ? [{ ...toChip(name), isNew }] : [])]}
      typed={typed}
      placeholder="Add a tag"
      isFull={isFull}
      hint={
        isFull ? `These are all ${MAX_TAGS} that an article can have.` : 'Press Enter or comma after each.'
      }
      problem={problem ?? refusal}
      onType={setTyped}
      onChange={(chips) => choose(chips.map((chip) => chip.name))}
      // Text that is left without a comma counts as a tag too.
      onFinish={chooseTyped}
    />
  )
}

const toChip = (name: string): Suggestion => ({ id: tagSlug(name), name })

const isSameTag = (one: string, other: string) => tagSlug(one) === tagSlug(other)
