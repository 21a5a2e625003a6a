import type { Figure, Share } from '@nightdesk/contracts'
import { Card } from '../../ui/card.tsx'
import { ShareList } from './share-list.tsx'

interface ReadersProps {
  referrers: Share[]
  agents: Share[]
  devices: Share[]
  views: Figure
}

const NOTHING = 'No views in this period.'

/** Where readers came from, and what they read with. */
export function Readers({ referrers, agents, devices, views: { value: whole } }: ReadersProps) {
  const plain = (shares: Share[]) => shares.map(({ value, views }) => ({ name: value, views }))
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <Card title="Referrers">
        <ShareList
          label="Referrers"
          shares={referrers.map(({ value, views }) => ({ name: referrerName(value), views }))}
          whole={whole}
          nothing={NOTHING}
        />
      </Card>
      <Card title="Devices">
        <ShareList label="Devices" shares={plain(devices)} whole={whole} nothing={NOTHING} />
      </Card>
      <Card title="Browsers">
        <ShareList label="Browsers" shares={plain(agents)} whole={whole} nothing={NOTHING} />
      </Card>
    </div>
  )
}

function referrerName(origin: string) {
  if (origin === '') return 'Direct or unknown'
  return origin === location.origin ? 'This site' : origin.replace(/^https?:\/\//, '')
}
