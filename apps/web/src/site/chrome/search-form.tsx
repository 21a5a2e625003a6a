import { MAX_QUERY } from '@nightdesk/contracts'
import { paths } from '../../paths.ts'

interface SearchFormProps {
  q?: string
  className: string
}

/** A plain form, which works without a script. */
export function SearchForm({ q, className }: SearchFormProps) {
  return (
    <search className={className}>
      <form action={paths.search()}>
        <input
          type="search"
          name="q"
          aria-label="Search stories"
          placeholder="Search stories"
          defaultValue={q}
          maxLength={MAX_QUERY}
          enterKeyHint="search"
        />
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  )
}
