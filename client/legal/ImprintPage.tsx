import { imprintPage } from '../../domain/legal/pages.ts'
import { OwnLegalPage } from './LegalPage.tsx'

export function ImprintPage() {
  return <OwnLegalPage page={imprintPage} title="Imprint" />
}
