import { DotsMenu } from '../ui/menu/DotsMenu.tsx'
import { ReportItems } from './ReportItems.tsx'
import type { Reported } from './report.ts'

/** The menu of a page on which there is nothing else to do but to report it. */
export function ReportMenu({ about, label }: { about: Reported; label: string }) {
  return (
    <DotsMenu label={label}>
      <ReportItems about={about} />
    </DotsMenu>
  )
}
