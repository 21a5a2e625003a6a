import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card, StatCard } from '../card.tsx'
import { Meter } from '../meter.tsx'
import { Progress } from '../progress.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '../table.tsx'
import { Samples } from './samples.tsx'

const tones = ['success', 'warning', 'danger', 'info', 'neutral'] as const
const fillings = [0, 40, 71, 91, 120]

export function SurfaceSamples() {
  return (
    <>
      <Samples title="Badges">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Samples>
      <Samples title="Cards">
        <Card title="A card" actions={<Button size="sm">Refresh</Button>}>
          <p className="text-muted">What it holds.</p>
        </Card>
        <dl className="grid grid-cols-2 gap-3">
          <StatCard label="Views Today" value="1,284" />
          <StatCard label="Return Rate" value="31.4%" note="Visitors seen on at least two days" />
        </dl>
      </Samples>
      <TableSample />
      <Samples title="Meters">
        {fillings.map((value) => (
          <div key={value} className="grid grid-cols-2 gap-4">
            <Meter label={`Bucket, ${value} %`} value={value} normal="indigo" />
            <Meter label={`Disk, ${value} %`} value={value} normal="green" />
          </div>
        ))}
      </Samples>
      <Samples title="Progress">
        <Progress label="Half done" value={0.5} />
        <Progress label="Without a known end" value={null} />
      </Samples>
    </>
  )
}

function TableSample() {
  const sort = () => {}
  const head = (
    <>
      <HeadCell>Title</HeadCell>
      <SortHeadCell direction={undefined} onSort={sort}>
        Status
      </SortHeadCell>
      <SortHeadCell direction="ascending" onSort={sort}>
        Views
      </SortHeadCell>
      <SortHeadCell direction="descending" onSort={sort}>
        Last Updated
      </SortHeadCell>
    </>
  )
  return (
    <Samples title="Tables">
      <Table label="Articles" head={head}>
        {['The Night Ferry', 'Rain, Recorded'].map((title) => (
          <tr key={title}>
            <Cell className="font-medium">{title}</Cell>
            <Cell label="Status">
              <Badge tone="success">published</Badge>
            </Cell>
            <Cell label="Views">996</Cell>
            <Cell label="Last Updated">Nov 20, 2026</Cell>
          </tr>
        ))}
      </Table>
    </Samples>
  )
}
