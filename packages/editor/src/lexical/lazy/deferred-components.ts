// The chunk of what the editor can do without at first, see `lazy-parts.ts`.

export { CopyControls } from '../copies/copy-controls.tsx'
export { Footer } from '../footer/footer.tsx'
export { PasteReceipt } from '../paste/paste-receipt.tsx'
export { ControlPanels } from '../toolbar/control-panels.tsx'
export { Overlays } from '../toolbar/overlays.tsx'
