import { z } from 'zod'
import { text } from '../../fields.ts'
import { MAX_TAGS, tagName, tagProblem, uniqueTags } from '../../rules/tag-rules.ts'

/** A tag of an article. */
export const tag = z
  .object({
    name: z.string(),
    /** Names it in addresses. */
    slug: z.string(),
  })
  .meta({ id: 'Tag' })
export type Tag = z.infer<typeof tag>

/** A tag and the number of its articles. */
export const countedTag = tag.extend({ article_count: z.int() })
export type CountedTag = z.infer<typeof countedTag>

export const TOO_MANY_TAGS = `An article can have at most ${MAX_TAGS} tags`

/** The name of a tag. */
export const tagNameInput = z
  .string('Tag must be text')
  .transform(tagName)
  .superRefine((value, context) => {
    const message = tagProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Names of tags. Names with the same slug count once. */
export const tagNames = z
  .array(tagNameInput, 'Tags must be a list of names')
  .max(100, TOO_MANY_TAGS)
  .transform(uniqueTags)
  .refine((names) => names.length <= MAX_TAGS, TOO_MANY_TAGS)

/** The slug of a tag in an address. */
export const tagSlugInput = text('Tag', 1_000)
