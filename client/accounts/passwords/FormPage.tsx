import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Page } from '../../../domain/lib/page.ts'
import { useHead } from '../../lib/head.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'

/** A page with one short form, whose title does not depend on data. */
export function FormPage({ page, children }: { page: Page; children: ReactNode }) {
  const { title, description } = page.head({} as never)
  useHead(title, description)
  return (
    <>
      <PageHeading title={title} />
      <Card maw="30rem">{children}</Card>
    </>
  )
}
