import { CheckMenu } from '../../../../ui/overlays/check-menu.tsx'
import { COLUMNS, useColumns } from './use-columns.ts'

export function ColumnsMenu() {
  const [shown, toggle] = useColumns()
  return <CheckMenu label="Columns" options={COLUMNS} checked={shown} onToggle={toggle} />
}
