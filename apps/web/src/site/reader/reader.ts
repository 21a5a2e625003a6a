import { showAdminLink } from './admin-link.ts'
import { showAnalyticsNotice } from './analytics-notice.ts'
import { bindReadingChoices } from './choices/reading-choices.ts'
import { bindThemeSwitch } from './choices/theme-switch.ts'
import { bindCopying } from './copy.ts'
import { bindFootnotes } from './footnotes.ts'
import { swapPages } from './navigation/navigate.ts'
import { openPage } from './navigation/open-page.ts'
import { trackReadingPosition } from './position/continue.ts'
import { bindSharing } from './share.ts'
import { bindYourData } from './your-data.ts'

// The only script of the public pages. Every page works without it.

showAdminLink()
showAnalyticsNotice()
bindThemeSwitch()
bindReadingChoices()
bindCopying()
bindSharing()
bindFootnotes()
bindYourData()
trackReadingPosition()
swapPages()
openPage(document.referrer)
