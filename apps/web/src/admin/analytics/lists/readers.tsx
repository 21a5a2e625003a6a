import type { Facet, Figure, Share } from '@nightdesk/contracts'
import { Card } from '../../../ui/card.tsx'
import type { Filter } from '../period/use-filter.ts'
import { referrerName } from './referrer-name.ts'
import { ShareList } from './share-list.tsx'

interface ReadersProps {
  referrers: Share[]
  agents: Share[]
  devices: Share[]
  views: Figure
  /** Returns the query string of the page filtered by one item. */
  searchWith?: (filter: Filter) => string
}

const NOTHING = 'No views in this period.'

/** Referrers, browsers and devices of the readers. */
export function Readers({ referrers, agents, devices, views: { value: whole }, searchWith }: ReadersProps) {
  const linked = (facet: Facet, shares: Share[], nameOf = (value: string) => value) =>
    shares.map(({ value, views }) => ({
      name: nameOf(value),
      views,
      ...(searchWith && { search: searchWith({ facet, value }) }),
    }))
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <Card title="Referrers">
        <ShareList
          label="Referrers"
          shares={linked('referrer', referrers, referrerName)}
          whole={whole}
          nothing={NOTHING}
        />
      </Card>
      <Card title="Devices">
        <ShareList label="Devices" shares={linked('device', devices)} whole={whole} nothing={NOTHING} />
      </Card>
      <Card title="Browsers">
        <ShareList label="Browsers" shares={linked('agent', agents)} whole={whole} nothing={NOTHING} />
      </Card>
    </div>
  )
}
