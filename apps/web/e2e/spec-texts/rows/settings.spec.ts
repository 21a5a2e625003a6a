import { press } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { failures, type Row, rowsOf } from '../row.ts'
import { bucket, status, worker } from '../system.ts'

const SCREEN = '/admin/settings'
const GIB = 1024 ** 3

const card = (name: string) => landmark('region', name)
const system = card('System Status')
const storage = card('Storage Management')
const workers = card('Worker Management')
const categories = landmark('navigation', 'Settings')

expectTexts('settings', [
  ...rowsOf(SCREEN, undefined, [
    { text: 'Settings', as: 'heading' },
    { text: 'Manage your blog settings and view system information.' },
    { text: 'System Status', as: 'link', to: /#system-status$/, inside: categories },
    { text: 'Worker Management', as: 'link', to: /#worker-management$/, inside: categories },
    { text: 'Storage Management', as: 'link', to: /#storage-management$/, inside: categories },
    { text: 'User Profile', inside: categories },
    { text: 'Security', inside: categories },
    { text: 'System Status', as: 'heading' },
    { text: 'Storage Management', as: 'heading' },
    { text: 'Worker Management', as: 'heading' },
    { text: 'General Settings', as: 'heading' },
    { text: /will be implemented in a future update/, as: 'part', inside: card('General Settings') },
    { text: 'Security Settings', as: 'heading' },
    { text: /will be implemented in a future update/, as: 'part', inside: card('Security Settings') },
  ]),
  ...systemRows(),
  ...storageRows(),
  ...workerRows(),
])

function systemRows(): Row[] {
  const healthy = {
    fixture: 'a full status',
    answers: { system: { status: status({ workers: [worker('running')] }) } },
  }
  const broken = {
    fixture: 'a broken store',
    answers: { system: { status: status({ s3: { ...bucket(), status: 'error' } }) } },
  }
  return [
    ...rowsOf(SCREEN, { unanswered: 'system.status' }, [
      { text: 'Checking system status...', inside: system },
      { text: /Last checked: Never/, as: 'part', inside: system },
    ]),
    ...rowsOf(SCREEN, undefined, [
      { text: /Refresh/, as: 'button', inside: system },
      { text: 'Connected', inside: system },
      { text: /Last checked: .*\d:\d\d/, as: 'part', inside: system },
      { text: 'Active', inside: system },
    ]),
    ...rowsOf(SCREEN, healthy, [
      { text: /magazine/, as: 'part', inside: system },
      { text: /1,234 objects/, as: 'part', inside: system },
      { text: /1\.50 GB/, as: 'part', inside: system },
      { text: /10\.00 GB/, as: 'part', inside: system },
      { text: /15% used/, as: 'part', inside: system },
      { text: /postgresql:\/\/db\.example\.org\/nightdesk/, as: 'part', inside: system },
      { text: 'The database answers.', inside: system },
      { text: 'worker running', inside: system },
    ]),
    ...rowsOf(SCREEN, broken, [
      { text: 'Error', inside: system },
      { text: 'Inactive', inside: system },
      { text: 'No active workers found', inside: system },
    ]),
  ]
}

function storageRows(): Row[] {
  const diskSpace = { total: 200 * GIB, available: 50 * GIB }
  return [
    ...rowsOf(SCREEN, { fixture: 'a disk of 200 GB', answers: { system: { diskSpace } } }, [
      { text: 'Refresh', as: 'button', inside: storage },
      { text: 'Disk Usage', inside: storage },
      { text: '150.00 GB of 200.00 GB', inside: storage },
      { text: 'Total Space', as: 'term', inside: storage },
      { text: 'Used Space', as: 'term', inside: storage },
      { text: 'Available Space', as: 'term', inside: storage },
      { text: '50.00 GB', inside: storage },
    ]),
  ]
}

function workerRows(): Row[] {
  const trigger = { when: 'the task is triggered', act: press('Trigger Analytics Task') }
  const run = { when: 'Run Now is pressed', act: press('Run Now') }
  const triggered = {
    text: 'Success',
    as: 'notice',
    detail: 'Analytics task triggered successfully',
  } as const
  const list = [worker('running'), worker('error', 'The queue cannot be read')]
  return [
    ...rowsOf(SCREEN, undefined, [
      { text: 'Trigger Analytics Task', as: 'button', inside: workers },
      { text: 'Worker Tasks', as: 'heading', inside: workers },
      { text: 'Analytics Summary', inside: workers },
      { text: /page views, visitor metrics and popular articles/, as: 'part', inside: workers },
      { text: /Typically runs hourly/, as: 'part', inside: workers },
      { text: 'Run Now', as: 'button', inside: workers },
      { text: 'Worker Health', inside: workers },
      { text: /Monitors workers/, as: 'part', inside: workers },
      { text: /Runs every minute/, as: 'part', inside: workers },
      { text: 'Troubleshooting', as: 'heading', inside: workers },
      { ...trigger, ...triggered },
      { ...run, ...triggered },
    ]),
    ...rowsOf(SCREEN, { fixture: 'two workers', answers: { workers: { status: list } } }, [
      { text: 'worker running', inside: workers },
      { text: /Last heartbeat:.*\d:\d\d/, as: 'part', inside: workers },
      { text: 'The queue cannot be read', inside: workers },
    ]),
    ...rowsOf(SCREEN, { fixture: 'no workers', answers: { workers: { status: [] } } }, [
      { text: 'No worker processes found. Make sure Graphile workers are running.', inside: workers },
    ]),
    ...failures(SCREEN, 'workers.triggerAnalytics', [
      { ...trigger, text: 'Error', as: 'notice', detail: 'Failed to trigger analytics task' },
    ]),
  ]
}
