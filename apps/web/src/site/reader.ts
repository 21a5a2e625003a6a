import { showAdminLink } from './reader/admin-link.ts'
import { showAnalyticsNotice } from './reader/analytics-notice.ts'
import { swapPages } from './reader/navigate.ts'
import { recordView } from './reader/record-view.ts'
import { bindThemeSwitch } from './reader/theme-switch.ts'

// The one script of the public pages. Every page is whole without it.

showAdminLink()
showAnalyticsNotice()
bindThemeSwitch()
swapPages()
void recordView(document.referrer)
