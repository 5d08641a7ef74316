import { type ReactNode, useEffect } from 'react'
import type { Page } from '../../domain/lib/page.ts'
import { setHead } from '../lib/head.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Prose } from '../ui/text/Prose.tsx'

/** A page of text without data from the server. */
export function LegalPage({ page, title, children }: { page: Page; title: string; children: ReactNode }) {
  useEffect(() => setHead(page.head({} as never)), [page])
  return (
    <>
      <PageHeading title={title} />
      <Prose>{children}</Prose>
    </>
  )
}
