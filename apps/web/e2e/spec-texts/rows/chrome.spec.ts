import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { type Row, rowsOf } from '../row.ts'

const NOT_FOUND = "Oops! The page you're looking for doesn't exist."

expectTexts('public pages', [
  ...rowsOf('/', undefined, [
    { text: 'Home', as: 'link', to: '/', inside: landmark('banner') },
    { text: 'Privacy Policy', as: 'link', to: '/privacy', inside: landmark('contentinfo') },
    {
      text: 'Terms and Conditions',
      as: 'link',
      to: '/terms',
      inside: landmark('contentinfo'),
    },
    { text: 'Admin Dashboard', as: 'link', to: '/admin/dashboard', who: 'admin' },
  ]),
  ...['/nowhere', '/post', '/admin/nowhere'].flatMap((screen) =>
    rowsOf(screen, undefined, [
      { text: NOT_FOUND, as: 'heading' },
      { text: 'Go back to Home', as: 'link', to: '/' },
    ]),
  ),
  ...['Overview', 'Data Collection', 'How Data is Used', 'Data Storage', 'Third Parties'].flatMap((text) =>
    rowsOf('/privacy', undefined, [{ text, as: 'heading' }]),
  ),
  ...[
    '1. Acceptance',
    '2. Use of Content',
    '3. Content Ownership and Copyright',
    '4. Analytics and Tracking',
    '5. Disclaimer',
    '6. Limitations of Liability',
    '7. Governing Law',
  ].flatMap((text) => rowsOf('/terms', undefined, [{ text, as: 'heading' }])),
  ...rowsOf('/terms', undefined, [{ text: /Kenya/, as: 'part' }]),
  ...['/', '/post/{story}', '/privacy', '/terms', '/nowhere', '/admin/login', '/admin/dashboard'].flatMap(
    notice,
  ),
])

/** The analytics notice, which is on every page. */
function notice(screen: string): Row[] {
  const inside = landmark('region', 'Analytics notice')
  return rowsOf(screen, undefined, [
    { text: /anonymous analytics and collects no personal information/, as: 'part', inside },
    { text: 'Privacy Policy', as: 'link', to: '/privacy', inside },
    { text: 'Terms and Conditions', as: 'link', to: '/terms', inside },
    { text: 'Got it', as: 'button', inside },
  ])
}
