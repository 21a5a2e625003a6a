import { canonicalJson, normalize } from '@nightdesk/editor'
import type { ArticleText } from './article-text.ts'

/** Whether two texts are equal in the form the editor gives to what it opens. */
export const isSameText = (one: ArticleText, other: ArticleText): boolean => formOf(one) === formOf(other)

const formOf = ({ title, content, poster }: ArticleText) =>
  canonicalJson([title.trim(), normalize(content), poster?.image_id ?? null])
