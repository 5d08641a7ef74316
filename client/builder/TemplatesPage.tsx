import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { templatesPage } from '../../domain/activities/builder-page-api.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { VisitorWarning } from '../accounts/VisitorWarning.tsx'
import { CardGrid } from '../browse/CardGrid.tsx'
import { usePage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'

/** Plans to start from. Each card has a Use link (BLD-04, BLD-05). */
export function TemplatesPage() {
  const { templates } = usePage(templatesPage)
  const cards = pageOf(templates)
  return (
    <>
      <VisitorWarning />
      <PageHeading
        title="Templates"
        actions={
          <MayCreate kind="activities">
            <Button component={Link} to="/challenges/create" variant="default">
              Start from scratch
            </Button>
          </MayCreate>
        }
      />
      <Text mb="lg">Ready-made plans. Use one, change what you like, and start a session of it.</Text>
      {cards.length > 0 ? (
        <CardGrid cards={cards} level={2} />
      ) : (
        <EmptyState text="There are no templates yet. Tick Template on one of your activities to make one." />
      )}
      <Pager rows={templates} />
    </>
  )
}
