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

  function choose(names: string[], rest = '') {
    draftEditor.change({ tags: uniqueTags(names).slice(0, MAX_TAGS) })
    setTyped(rest)
  }
  /** Adds names, unless one of them cannot be a tag. `rest` stays in the field. @returns whether there was nothing wrong */
  function add(texts: string[], rest = ''): boolean {
    const names = texts.map(tagName).filter((one) => one !== '')
    if (names.some(tagProblem)) return false
    const spelt = names.map((one) => known.find((other) => isSameTag(one, other)) ?? one)
    if (spelt.length > 0) choose([...tags, ...spelt], rest)
    else setTyped(rest)
    return true
  }
  /** A comma is seen in the text: phones do not name its key, and a list may be pasted. */
  function type(text: string) {
    const names = text.split(',')
    const rest = names.pop()
    if (!add(names, rest)) setTyped(text)
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
      onType={type}
      onChange={(chips) => choose(chips.map((chip) => chip.name))}
      // Text that is left without a comma counts as a tag too.
      onFinish={() => add([typed])}
    />
  )
}

const toChip = (name: string): Suggestion => ({ id: tagSlug(name), name })

const isSameTag = (one: string, other: string) => tagSlug(one) === tagSlug(other)
