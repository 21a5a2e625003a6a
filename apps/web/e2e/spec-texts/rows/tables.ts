import type { Row } from '../row.ts'
import { analyticsRows } from './analytics.ts'
import { articleRows } from './article.ts'
import { articlesRows } from './articles.ts'
import { chromeRows } from './chrome.ts'
import { dashboardRows } from './dashboard.ts'
import { detailRows } from './detail.ts'
import { editingRows } from './editing.ts'
import { homeRows } from './home.ts'
import { layoutRows } from './layout.ts'
import { loginRows } from './login.ts'
import { profileRows } from './profile.ts'
import { settingsRows } from './settings.ts'
import { usersRows } from './users.ts'
import { versionsRows } from './versions.ts'

export const tables: Record<string, Row[]> = {
  home: homeRows,
  article: articleRows,
  'public pages': chromeRows,
  login: loginRows,
  'admin layout': layoutRows,
  dashboard: dashboardRows,
  articles: articlesRows,
  'article detail': detailRows,
  versions: versionsRows,
  'writing and editing': editingRows,
  users: usersRows,
  analytics: analyticsRows,
  profile: profileRows,
  settings: settingsRows,
}
