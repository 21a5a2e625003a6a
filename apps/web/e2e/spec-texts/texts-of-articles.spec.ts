import { holdTexts } from './hold-texts.ts'
import { articleRows } from './rows/article.ts'
import { articlesRows } from './rows/articles.ts'
import { dashboardRows } from './rows/dashboard.ts'
import { detailRows } from './rows/detail.ts'
import { editingRows } from './rows/editing.ts'
import { homeRows } from './rows/home.ts'
import { versionsRows } from './rows/versions.ts'

// Two files, which run side by side.

holdTexts({
  home: homeRows,
  article: articleRows,
  dashboard: dashboardRows,
  articles: articlesRows,
  'article detail': detailRows,
  versions: versionsRows,
  'writing and editing': editingRows,
})
