// The chunk of what the editor can do without at first, see `lazy-parts.ts`.

export { CopyOffers } from '../copies/copy-offers.tsx'
export { Footer } from '../footer/footer.tsx'
export { PasteReceipt } from '../paste/paste-receipt.tsx'
export { ControlPanels } from '../toolbar/control-panels.tsx'
export { OverText } from '../toolbar/over-text.tsx'
