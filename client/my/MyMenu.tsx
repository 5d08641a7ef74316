import { VisitorWarning } from '../accounts/VisitorWarning.tsx'
import { TabLinks } from '../ui/links/TabLinks.tsx'
import { MENU_ENTRIES } from './menu-entries.tsx'

/** The pill menu of every /my page, and the warning to visitors (MYS-01, MYS-11). */
export function MyMenu() {
  return (
    <div style={{ marginBottom: '0.75rem' }}>
      <VisitorWarning on="my" />
      <TabLinks tabs={MENU_ENTRIES} label="My pages" look="pills" />
    </div>
  )
}
