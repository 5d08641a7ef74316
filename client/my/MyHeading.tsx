import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { goalTips } from '../tour/messages.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { late } from '../ui/loading/late.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { MyMenu } from './MyMenu.tsx'

const GoalTips = late(async () => (await import('../tour/GoalTips.tsx')).GoalTips)

/** The top of the personal lists: the pill menu and the heading (MYS-01..MYS-07, D-133). */
export function MyHeading({ title, actions }: { title: string; actions?: ReactNode }) {
  return (
    <>
      <MyMenu />
      <PageHeading title={title} actions={actions && <ErrorBoundary>{actions}</ErrorBoundary>} />
      <ErrorBoundary>{useStore(goalTips).length > 0 && <GoalTips />}</ErrorBoundary>
    </>
  )
}
