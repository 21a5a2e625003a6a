import { showAdminLink } from './admin-link.ts'
import { showAnalyticsNotice } from './analytics-notice.ts'
import { bindReadingChoices } from './choices/reading-choices.ts'
import { bindThemeSwitch } from './choices/theme-switch.ts'
import { bindCopying } from './copy.ts'
import { swapPages } from './navigation/navigate.ts'
import { openPage } from './navigation/open-page.ts'
import { keepPlaces } from './position/continue.ts'
import { bindSharing } from './share.ts'

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
