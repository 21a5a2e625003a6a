import { content } from '@nightdesk/contracts'
import type { FailedItem, ImportedItem } from '../model.ts'
import { SourceError } from '../source-error.ts'

/** Makes an item; if that is not possible, or its content may not be stored, says why. Other errors are bugs. */
export function itemOrFailure(
  { key, title }: Pick<FailedItem, 'key' | 'title'>,
  make: () => ImportedItem,
): ImportedItem | FailedItem {
  try {
    const item = make()
    const problem = content.safeParse(item.content).error?.issues[0]
    return problem ? { key, title: item.title, failure: `${problem.message}.` } : item
  } catch (error) {
    if (error instanceof SourceError) return { key, title, failure: error.message }
    throw error
  }
}
