import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/PageHeading.tsx'

/** A page with one short form. */
export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHeading title={title} />
      <Card maw="30rem">{children}</Card>
    </>
  )
}
