import { useOnceTrue } from '../lib/once-true.ts'
import { late } from '../ui/loading/late.tsx'
import { useReportAsked } from './report.ts'

const ReportDialog = late(async () => (await import('./ReportDialog.tsx')).ReportDialog)

/** The dialog that reports something. Loads when first needed. */
export function LaterReport() {
  const isAsked = useOnceTrue(useReportAsked() !== null)
  return isAsked && <ReportDialog />
}
