import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { holdTexts } from './hold-texts.ts'
import { leftOut } from './left-out.ts'
import { analyticsRows } from './rows/analytics.ts'
import { chromeRows } from './rows/chrome.ts'
import { layoutRows } from './rows/layout.ts'
import { loginRows } from './rows/login.ts'
import { profileRows } from './rows/profile.ts'
import { settingsRows } from './rows/settings.ts'
import { usersRows } from './rows/users.ts'
import { test } from './test.ts'

holdTexts({
  'public pages': chromeRows,
  login: loginRows,
  'admin layout': layoutRows,
  users: usersRows,
  analytics: analyticsRows,
  profile: profileRows,
  settings: settingsRows,
})

for (const { text, because, heldBy } of leftOut) {
  test(`“${text}” is left out because ${because}; ${heldBy} has it`, async () => {
    expect(await readFile(heldBy, 'utf8')).toContain(text)
  })
}
