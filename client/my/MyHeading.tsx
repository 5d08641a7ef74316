import type { ReactNode } from 'react'
import { PageHeading } from '../ui/PageHeading.tsx'
import { MyMenu } from './MyMenu.tsx'

/** Above the pages that list what is mine: the pill menu and the heading (MYS-01..MYS-07, D-133). */
export function MyHeading({ title, actions }: { title: string; actions?: ReactNode }) {
  return (
    <>
      <MyMenu />
      <PageHeading title={title} actions={actions} />
    </>
  )
}
