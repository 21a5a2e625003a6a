import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Page } from '../../screen/page.tsx'
import { useUrlParams } from '../../screen/url/use-url-params.ts'
import { ArticleSearch } from '../list/article-search.tsx'
import { PassageList } from './passage-list.tsx'

/** Searches the text of all versions of all articles. */
export function SearchVersions() {
  const [search, change] = useUrlParams()
  const q = search.get('q')?.trim() ?? ''
  const articleId = Number(search.get('article')) || undefined

  return (
    <Page title="Search old versions">
      <div className="flex flex-wrap items-center gap-3">
        <ArticleSearch
          label="Search old versions"
          value={q}
          onSearch={(words) => change({ q: words.trim() }, { replace: true })}
        />
        {articleId && (
          <Button variant="secondary" onClick={() => change({ article: null }, { replace: true })}>
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
