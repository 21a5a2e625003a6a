import { showAdminLink } from './reader/admin-link.ts'
import { showAnalyticsNotice } from './reader/analytics-notice.ts'
import { keepPlaces } from './reader/continue.ts'
import { bindCopying } from './reader/copy.ts'
import { swapPages } from './reader/navigate.ts'
import { openPage } from './reader/open-page.ts'
import { bindReadingChoices } from './reader/reading-choices.ts'
import { bindSharing } from './reader/share.ts'
import { bindThemeSwitch } from './reader/theme-switch.ts'

// The one script of the public pages. Every page is whole without it.

showAdminLink()
showAnalyticsNotice()
bindThemeSwitch()
bindReadingChoices()
bindCopying()
bindSharing()
keepPlaces()
swapPages()
openPage(document.referrer)
