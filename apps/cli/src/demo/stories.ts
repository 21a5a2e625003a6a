import type { Story } from './prose.ts'
import { careOfTheGlacier } from './stories/care-of-the-glacier.ts'
import { matatuToTheMoon } from './stories/matatu-to-the-moon.ts'
import { rainRecorded } from './stories/rain-recorded.ts'
import { theLighthouseKeeperOfCeres } from './stories/the-lighthouse-keeper-of-ceres.ts'
import { theRopeYears } from './stories/the-rope-years.ts'
import { theTideClerk } from './stories/the-tide-clerk.ts'

/** In the order of publication: the home page leads with the last. */
export const stories: Story[] = [
  careOfTheGlacier,
  theTideClerk,
  theRopeYears,
  rainRecorded,
  matatuToTheMoon,
  theLighthouseKeeperOfCeres,
]
