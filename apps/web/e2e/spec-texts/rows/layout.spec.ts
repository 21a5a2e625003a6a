import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { rowsOf } from '../row.ts'

const sidebar = landmark('complementary', 'Sidebar')
const topBar = landmark('banner')

expectTexts(
  'admin layout',
  rowsOf('/admin/profile', undefined, [
    { text: 'Dashboard', as: 'link', to: '/admin/dashboard', inside: sidebar },
    { text: 'Articles', as: 'link', to: '/admin/articles', inside: sidebar },
    { text: 'Users', as: 'link', to: '/admin/users', inside: sidebar },
    { text: 'Analytics', as: 'link', to: '/admin/analytics', inside: sidebar },
    { text: 'Settings', as: 'link', to: '/admin/settings', inside: sidebar },
    { text: 'Profile', as: 'link', to: '/admin/profile', inside: sidebar },
    { text: 'View Site', as: 'link', to: '/', inside: sidebar },
    { text: 'Admin', inside: sidebar },
    { text: 'New Article', as: 'link', to: '/admin/new-draft', inside: topBar },
    { text: 'View Site', as: 'link', to: '/', inside: topBar },
    { text: 'Sign Out', as: 'button', inside: topBar },
  ]),
)
