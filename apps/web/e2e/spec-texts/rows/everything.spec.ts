import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { failures, rowsOf } from '../row.ts'

// What screens say of calls that fail. When every call fails, each shows its own message, whichever call comes first.

const part = (name: string) => landmark('region', name)
const system = part('System Status')
const storage = part('Storage Management')

expectTexts('everything', [
  ...failures('/admin/dashboard', 'everything', [{ text: 'Failed to load dashboard statistics' }]),
  ...failures('/admin/articles', 'everything', [
    { text: 'Failed to fetch articles', as: 'notice', detail: 'Please try again later' },
  ]),
  ...['/admin/draft/{draft}', '/admin/draft/edit/{draft}'].flatMap((screen) =>
    failures(screen, 'everything', [
      { text: 'Failed to fetch article', as: 'notice', detail: 'Please try again later' },
    ]),
  ),
  ...failures('/admin/users', 'everything', [
    { text: 'Error', as: 'notice', detail: 'Failed to load users. Please try again later.' },
    { text: 'Failed to load users. Please try again later.', inside: landmark('main') },
  ]),
  ...failures('/admin/analytics', 'everything', [
    { text: 'Error', as: 'notice', detail: 'Failed to fetch worker status' },
    { text: 'Error', as: 'notice', detail: 'Failed to fetch analytics data' },
    { text: 'Worker status information is not available.' },
  ]),
  ...failures('/admin/profile', 'everything', [
    { text: 'Error', as: 'notice', detail: 'Failed to load profile' },
  ]),
  ...failures('/admin/settings', 'everything', [
    { text: 'Worker status information is not available.', inside: part('Worker Management') },
    { text: 'Error', as: 'notice', detail: 'Failed to fetch worker status' },
  ]),
  ...rowsOf('/admin/settings', { fails: 'everything' }, [
    { text: 'Error', inside: system },
    {
      text: /Failed to fetch status: Something went wrong\. Please try again later\./,
      as: 'part',
      inside: system,
    },
    {
      text: 'Failed to load disk space information: Something went wrong. Please try again later.',
      inside: storage,
    },
  ]),
  ...rowsOf('/admin/settings', { cutOff: 'everything' }, [
    { text: /Error connecting to server/, as: 'part', inside: system },
    {
      text: 'Failed to load disk space information: Failed to fetch disk space information',
      inside: storage,
    },
  ]),
])
