// The chunk of what the editor can do without at first, see `lazy-parts.ts`.

export { ControlPanels } from './control-panels.tsx'
export { CopyOffers } from './copies/copy-offers.tsx'
export { Footer } from './footer/footer.tsx'
export { OverText } from './over-text.tsx'
export { PasteReceipt } from './paste/paste-receipt.tsx'
