// The chunk of components that are not needed for the first letter, see `lazy.ts`.
import './deferred.css'

export { Footer } from './footer.tsx'
export { CopyControls } from './images/copies.tsx'
export { DropLine } from './images/drop-line.tsx'
export { ImageTexts } from './images/image-texts.tsx'
export { ImageUploads, UploadingImage } from './images/uploads.tsx'
export { NoticeCard } from './notice-card.tsx'
export { Overlays } from './overlays.tsx'
export { ControlPanels } from './panels.tsx'
