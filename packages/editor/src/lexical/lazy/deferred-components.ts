// The chunk of components that are not needed for the first letter, see `lazy-components.ts`.
import './deferred.css'

export { CopyControls } from '../copies/copy-controls.tsx'
export { Footer } from '../footer/footer.tsx'
export { ImageTexts } from '../images/image-texts.tsx'
export { Overlays } from '../overlays/overlays.tsx'
export { PasteReceipt } from '../paste/paste-receipt.tsx'
export { ControlPanels } from '../toolbar/panels/control-panels.tsx'
export { DropLine } from '../uploads/drop-line.tsx'
export { ImageUploads } from '../uploads/image-uploads.tsx'
export { UploadingImage } from '../uploads/uploading-image.tsx'
