import { tokensPage } from '../../domain/tokens/api.ts'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'

export function TokensPage() {
  usePage(tokensPage)
  return <PageHeading title="Tokens" />
}
