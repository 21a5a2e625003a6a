import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ListSearch, useUrlParams } from '../../screen/list.tsx'
import { focusHeading, Page } from '../../screen/page.tsx'
import { PassageList } from './passages.tsx'

export function SearchVersions() {
  const [search, change] = useUrlParams()
  const q = search.get('q')?.trim() ?? ''
  const articleId = Number(search.get('article')) || undefined
  function searchAll() {
    change({ article: null }, { replace: true })
    // The pressed button disappears.
    focusHeading()
  }
  return (
    <Page title="Search old versions">
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch
          label="Search old versions"
          value={q}
          onSearch={(words) => change({ q: words }, { replace: true })}
        />
        {articleId && <Button onClick={searchAll}>Search all articles</Button>}
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
