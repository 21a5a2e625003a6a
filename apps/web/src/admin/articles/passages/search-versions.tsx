import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Page } from '../../screen/page.tsx'
import { ArticleSearch } from '../list/article-search.tsx'
import { PassageList } from './passage-list.tsx'

/** Searches the text of all versions of all articles. */
export function SearchVersions() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q')?.trim() ?? ''
  const articleId = Number(search.get('article')) || undefined

  function set(name: string, value: string) {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  return (
    <Page title="Search old versions">
      <div className="flex flex-wrap items-center gap-3">
        <ArticleSearch label="Search old versions" value={q} onSearch={(words) => set('q', words.trim())} />
        {articleId && (
          <Button variant="secondary" onClick={() => set('article', '')}>
            Search all articles
          </Button>
        )}
      </div>
      {q ? (
        <PassageList q={q} articleId={articleId} />
      ) : (
        <EmptyState
          title="Nothing that was saved is lost"
          help="Search for words of any passage, also of one that was cut long ago."
        />
      )}
    </Page>
  )
}
