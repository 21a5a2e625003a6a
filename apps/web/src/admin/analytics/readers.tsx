import type { Share } from '@nightdesk/contracts'
import { Card } from '../../ui/card.tsx'
import { ShareList } from './share-list.tsx'

interface ReadersProps {
  referrers: Share[]
  agents: Share[]
  devices: Share[]
}

const NOTHING = 'No views in this period.'

/** Where readers came from, and what they read with. */
export function Readers({ referrers, agents, devices }: ReadersProps) {
  const plain = (shares: Share[]) => shares.map(({ value, views }) => ({ name: value, views }))
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <Card title="Referrers">
        <ShareList
          label="Referrers"
          shares={referrers.map(({ value, views }) => ({ name: referrerName(value), views }))}
          nothing={NOTHING}
        />
      </Card>
      <Card title="Devices">
        <ShareList label="Devices" shares={plain(devices)} nothing={NOTHING} />
      </Card>
      <Card title="Browsers">
        <ShareList label="Browsers" shares={plain(agents)} nothing={NOTHING} />
      </Card>
    </div>
  )
}

function referrerName(origin: string) {
  if (origin === '') return 'Direct or unknown'
  return origin === location.origin ? 'This site' : origin.replace(/^https?:\/\//, '')
}
