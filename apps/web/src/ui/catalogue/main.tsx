import '../../admin/admin.css'
import './catalogue.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createNotifier, Toasts } from '../overlays/toast.tsx'
import { Catalogue } from './catalogue.tsx'

const { manager, notify } = createNotifier()
const root = document.getElementById('root')
if (!root) throw new Error('The catalogue has no #root')

createRoot(root).render(
  <StrictMode>
    <Toasts manager={manager}>
      <Catalogue notify={notify} />
    </Toasts>
  </StrictMode>,
)
