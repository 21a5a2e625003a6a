import { api } from '../../../api.ts'
import { Select } from '../../../ui/forms/field.tsx'
import { FilterChip } from '../../screen/filter-chip.tsx'

interface TagFilterProps {
  /** The slug of the current tag. */
  tag: string | undefined
  onChange(slug: string): void
}

/** Filters the list by a tag. Renders nothing while there are no tags. */
export function TagFilter({ tag = '', onChange }: TagFilterProps) {
  const tags = useTags().filter(({ article_count }) => article_count > 0)
  if (tags.length === 0) return null
  const options = tags.map(({ name, slug, article_count }) => ({
    value: slug,
    label: `${name} (${article_count})`,
  }))
  return (
    <Select
      label="Show articles with the tag"
      hideLabel
      options={[{ value: '', label: 'All tags' }, ...options]}
      value={tags.some(({ slug }) => slug === tag) ? tag : ''}
      onChange={({ target }) => onChange(target.value)}
      className="h-9 w-full sm:w-40"
    />
  )
}

/** The current tag filter, with a link that removes it. */
export function TagChip({ tag, searchWithout }: { tag: string; searchWithout: string }) {
  const name = useTags().find(({ slug }) => slug === tag)?.name ?? tag
  return (
    <div>
      <FilterChip name="Tag" value={name} searchWithout={searchWithout} />
    </div>
  )
}

const useTags = () => api.articles.tags.useQuery({}).data ?? []
