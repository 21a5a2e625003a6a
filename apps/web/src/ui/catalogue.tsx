import '../admin/admin.css'
import './catalogue.css'
import { type ReactNode, StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { Card, StatCard } from './card.tsx'
import { Panel, Question } from './dialog.tsx'
import { Field, SearchField, Select } from './field.tsx'
import { Form } from './form.tsx'
import { Kbd } from './kbd.tsx'
import { Menu } from './menu.tsx'
import { Meter, Progress } from './meter.tsx'
import { Segments } from './segments.tsx'
import { EmptyState, ErrorState, Loading, Skeleton } from './states.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from './table.tsx'
import { TitleField } from './title-field.tsx'
import { createNotifier, Toasts } from './toast.tsx'

const { manager, notify } = createNotifier()
const root = document.getElementById('root')
if (!root) throw new Error('The catalogue has no #root')

createRoot(root).render(
  <StrictMode>
    <Toasts manager={manager}>
      <Catalogue />
    </Toasts>
  </StrictMode>,
)

/** Every component in every state, in light and dark. Served at `/__ui`, only in development. */
function Catalogue() {
  return (
    <main className="grid min-h-dvh grid-cols-1 xl:grid-cols-2">
      <Half title="By day" className="by-day" />
      <Half title="By night" className="by-night" />
    </main>
  )
}

function Half({ title, className }: { title: string; className: string }) {
  return (
    <section aria-label={title} className={`flex min-w-0 flex-col gap-8 p-6 ${className}`}>
      <h1 className="text-[1.375rem]">{title}</h1>
      <ButtonSamples />
      <FieldSamples />
      <SurfaceSamples />
      <StateSamples />
      <OverlaySamples />
    </section>
  )
}

/** A section of samples. */
function Samples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="border-b border-line pb-1 text-md">{title}</h2>
      {children}
    </section>
  )
}

const variants = ['primary', 'secondary', 'danger', 'success', 'warning', 'ghost'] as const
const sizes = ['xs', 'sm', 'md', 'lg'] as const

function ButtonSamples() {
  return (
    <Samples title="Buttons">
      {variants.map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-2">
          {sizes.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
          <Button variant={variant} disabled>
            disabled
          </Button>
          <Button variant={variant} isBusy>
            busy
          </Button>
        </div>
      ))}
      <Segments
        label="Show articles"
        options={[
          { value: 'all', label: 'All' },
          { value: 'draft', label: 'Drafts' },
        ]}
        value="draft"
        onChange={() => {}}
      />
    </Samples>
  )
}

const anything = { safeParse: (data: unknown) => ({ success: true as const, data }) }
const refused = [{ path: 'refused', message: 'Invalid email address' }]
const roles = [
  { value: 'author', label: 'Author' },
  { value: 'editor', label: 'Editor' },
]

function FieldSamples() {
  return (
    <Samples title="Fields">
      <Form schema={anything} refused={refused} onSubmit={() => {}} className="flex flex-col gap-4">
        <Field name="empty" label="Empty" placeholder="What goes here" />
        <Field name="filled" label="Filled" defaultValue="Wanjiru Kamau" hint="A line below the field" />
        <Field name="refused" label="Refused" defaultValue="not an address" />
        <Field name="disabled" label="Disabled" defaultValue="Cannot be changed" disabled />
        <TitleField name="title" label="Title" ref={useRef(null)} onChange={() => {}} />
        <TitleField
          name="titled"
          label="Title"
          defaultValue="The Night Ferry"
          ref={useRef(null)}
          onChange={() => {}}
        />
      </Form>
      <SearchField label="Search articles" />
      <Select label="Role" options={roles} />
      <Select label="Disabled role" options={roles} disabled />
    </Samples>
  )
}

const kinds = ['success', 'error', 'warning', 'info'] as const

function OverlaySamples() {
  const [shown, setShown] = useState<'dialog' | 'panel' | null>(null)
  const close = () => setShown(null)
  return (
    <Samples title="Over the screen">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('panel')}>
          Panel <Kbd>Esc</Kbd>
        </Button>
        <Menu
          label="More actions"
          items={[
            { label: 'Archive', onSelect: () => {} },
            { label: 'Delete', onSelect: () => {} },
          ]}
        />
        {kinds.map((kind) => (
          <Button
            key={kind}
            onClick={() => notify({ kind, title: `A notice: ${kind}`, description: 'It leaves by itself.' })}
          >
            Notice: {kind}
          </Button>
        ))}
        <Button
          onClick={() => notify({ kind: 'info', title: 'This one stays', duration: 0, undo: () => {} })}
        >
          Notice that stays
        </Button>
      </div>
      <Question
        open={shown === 'dialog'}
        title="Leave without saving?"
        description="Your changes to this article have not been saved."
        no="Stay"
        yes="Leave"
        onClose={close}
        onYes={close}
      />
      <Panel open={shown === 'panel'} title="A panel" onClose={close}>
        <p className="p-5">Escape or a press beside it closes it.</p>
      </Panel>
    </Samples>
  )
}

function StateSamples() {
  return (
    <>
      <Samples title="Loading">
        <Loading label="Loading articles..." />
        <Loading label="Checking system status..." visible>
          <Skeleton className="h-24" />
        </Loading>
      </Samples>
      <Samples title="Empty">
        <EmptyState title="No articles available" help="What you write is a draft until you publish it.">
          <Button variant="primary">Create Your First Article</Button>
        </EmptyState>
        <EmptyState title="No drafts match “ceres”">
          <Button variant="secondary">Clear</Button>
        </EmptyState>
      </Samples>
      <Samples title="Errors">
        <ErrorState message="Failed to load dashboard statistics" />
        <ErrorState
          message="Something went wrong. Please try again later."
          reference="84c1be13-104e-47c8-ae66-3cdb2042d8d4"
          onRetry={() => {}}
        />
      </Samples>
    </>
  )
}

const tones = ['success', 'warning', 'danger', 'info', 'neutral'] as const
const fillings = [0, 40, 71, 91, 120]

function SurfaceSamples() {
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
