import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { WAS_CANCELLED } from '../../domain/sessions/session.ts'
import { PageHeading } from '../ui/PageHeading.tsx'

/** Replaces the whole page: nothing can be done in a cancelled session (D-139). */
export function Cancelled({ title }: { title: string }) {
  return (
    <>
      <PageHeading title={title} crumbs={[{ title: 'Sessions', to: '/sessions' }]} />
      <Text role="alert" size="lg" mb="xl">
        {WAS_CANCELLED} It won’t take place.
      </Text>
      <Button component={Link} to="/sessions">
        Find another session
      </Button>
    </>
  )
}
