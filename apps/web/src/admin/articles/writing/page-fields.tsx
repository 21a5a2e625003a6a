import { type AdminArticle, pagePath, pagePathProblem } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice, Field } from '../../../ui/field.tsx'
import { Form, fieldRules } from '../../../ui/form.tsx'
import { useRestoredFocus } from '../../screen/page.tsx'
import { useArticleChanged } from '../article-changed.ts'

const addressRule = fieldRules({ path: pagePathProblem })

/** What only a page has: its address, and whether it shows its byline. Both are saved at once, as they belong to no version. */
export function PageFields({ article }: { article: AdminArticle }) {
  const { id, shows_byline, date_published } = article
  const articleChanged = useArticleChanged()
  /** Null until another address is typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const path = typed ?? article.path ?? ''
  const update = api.articles.update.useMutation({
    meta: { failure: 'Failed to change the page' },
    onSuccess(page) {
      articleChanged(page)
      // It may be the byline that was saved, or another address may have been typed meanwhile.
      setTyped((now) => (now !== null && pagePath(now) !== page.path ? now : null))
    },
  })
  const isChanged = pagePath(path) !== article.path
  // The buttons are removed.
  useRestoredFocus(String(isChanged))
  const hasByline = (update.isPending ? update.variables.shows_byline : undefined) ?? shows_byline
  const change = (changed: { path: string } | { shows_byline: boolean }) => update.mutate({ id, ...changed })
  return (
    <>
      <Form
        schema={addressRule}
        refused={update.error?.data?.fields}
        onSubmit={change}
        className="flex flex-col items-start gap-2 *:first:self-stretch"
      >
        <AddressField value={path} onChange={setTyped} />
        {isChanged && date_published !== null && (
          <p className="text-xs text-muted">The old address will lead to the new one.</p>
        )}
        {isChanged && (
          <span className="flex gap-2">
            <Button type="submit" size="sm" isBusy={update.isPending}>
              Change address
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setTyped(null)}>
              Cancel
            </Button>
          </span>
        )}
      </Form>
      <Choice
        type="checkbox"
        label="Byline"
        hint="Readers see who wrote the page."
        checked={hasByline}
        onChange={() => change({ shows_byline: !hasByline })}
      />
    </>
  )
}

interface AddressFieldProps {
  value: string
  onChange(value: string): void
}

export const AddressField = ({ value, onChange }: AddressFieldProps) => (
  <Field
    name="path"
    label="Address"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    placeholder="/about"
    hint={pagePathProblem(value) ? 'On this site, such as /about or /about/team.' : addressOf(value)}
    inputMode="url"
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
  />
)

/** As readers see it in their browsers. */
const addressOf = (path: string) => `${window.location.host}${pagePath(path)}`
