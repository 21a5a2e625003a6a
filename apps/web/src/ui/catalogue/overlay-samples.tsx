import { useState } from 'react'
import { Button } from '../button.tsx'
import { Kbd } from '../kbd.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Menu } from '../overlays/menu.tsx'
import { Panel } from '../overlays/panel.tsx'
import type { Notify } from '../overlays/toast.tsx'
import { Samples } from './samples.tsx'

const kinds = ['success', 'error', 'warning', 'info'] as const

export function OverlaySamples({ notify }: { notify: Notify }) {
  const [shown, setShown] = useState<'dialog' | 'panel' | null>(null)
  const close = () => setShown(null)
  return (
    <Samples title="Over the screen">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" onClick={() => setShown('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setShown('panel')}>
          Panel <Kbd>Esc</Kbd>
        </Button>
        <Menu
          label="More actions"
          items={[
            { label: 'Archive', onSelect: () => {} },
            { label: 'Delete', onSelect: () => {} },
          ]}
        />
        <NoticeButtons notify={notify} />
      </div>
      <SampleDialog open={shown === 'dialog'} onClose={close} />
      <Panel open={shown === 'panel'} title="A panel" onClose={close}>
        <p className="p-5">Escape or a press beside it closes it.</p>
      </Panel>
    </Samples>
  )
}

function NoticeButtons({ notify }: { notify: Notify }) {
  return (
    <>
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="secondary"
          onClick={() => notify({ kind, title: `A notice: ${kind}`, description: 'It leaves by itself.' })}
        >
          Notice: {kind}
        </Button>
      ))}
      <Button
        variant="secondary"
        onClick={() => notify({ kind: 'info', title: 'This one stays', duration: 0, undo: () => {} })}
      >
        Notice that stays
      </Button>
    </>
  )
}

function SampleDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog
      open={open}
      title="Leave without saving?"
      description="Your changes to this article have not been saved."
      onClose={onClose}
    >
      <Button variant="secondary" onClick={onClose}>
        Stay
      </Button>
      <Button variant="danger" onClick={onClose}>
        Leave
      </Button>
    </Dialog>
  )
}
