import type { ReactNode } from 'react'
import { PageHeading } from '../ui/PageHeading.tsx'
import { MyMenu } from './MyMenu.tsx'
import { PLACES } from './places.tsx'

const TABS = PLACES.filter(place => place.inHeading)

/** Above the pages that list what is mine: the pill menu, the heading and its tabs (MYS-01..MYS-07, D-45). */
export function MyHeading({ title, actions }: { title: string; actions?: ReactNode }) {
  return (
    <>
      <MyMenu />
      <PageHeading title={title} tabs={TABS} actions={actions} />
    </>
  )
}
