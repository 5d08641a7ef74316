import { Badge, Card, Group, SimpleGrid, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { Link } from 'react-router'
import { isAdmin, Role } from '../../domain/accounts/user.ts'
import * as api from '../../domain/admin/people-api.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import { Face } from '../faces/Face.tsx'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { Loading } from '../ui/loading/Loading.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { Facts } from './Facts.tsx'
import { DeletePanel } from './person/DeletePanel.tsx'
import { RolePanel } from './person/RolePanel.tsx'
import { SignInPanel } from './person/SignInPanel.tsx'
import { TokensPanel } from './person/TokensPanel.tsx'
import { statesOf } from './person-state.ts'
import { RemovalPanel } from './RemovalPanel.tsx'
import { SuspendPanel } from './SuspendPanel.tsx'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** One account: what it did, and what an admin can do about it. */
export function AdminPersonPage() {
  const page = usePersonalPage(api.adminPersonPage)
  const viewer = useUser()
  const now = useNow(60_000)
  const minute = useMinute()
  if (!page) {
    return (
      <AdminFrame title="Person">
        <Loading />
      </AdminFrame>
    )
  }
  const { person } = page
  const states = statesOf(person, now)
  const isSelf = viewer?.id === person.id
  return (
    <AdminFrame
      title={person.username}
      note={
        <Group gap="xs" mt={states.length > 0 ? 'xs' : 0}>
          {states.map(state => (
            <Badge key={state} variant="default">
              {state}
            </Badge>
          ))}
        </Group>
      }
    >
      <Card mb="lg">
        <Group gap="md" mb="md" wrap="nowrap">
          <Face username={person.username} size={56} />
          <div>
            {person.email && <Text>{[person.name, person.email].filter(Boolean).join(' · ')}</Text>}
            <Link to={`/${encodeURIComponent(person.username)}`}>Open the profile</Link>
          </div>
        </Group>
        <Facts
          facts={[
            ['Joined', minute(Date.parse(person.created_at))],
            ['Last seen', person.seen_at ? minute(Date.parse(person.seen_at)) : 'Isn’t signed in'],
            ['Sessions hosted', numberText(page.sessions_hosted)],
            ['Messages', numberText(page.messages)],
            ['Posts', numberText(page.posts)],
            ['Groups', numberText(page.groups)],
            ['Books and items', numberText(page.items)],
            ...(config.is_free ? [] : [['Tokens', numberText(Math.floor(page.uses / USES_PER_TOKEN))] as const])
          ]}
        />
      </Card>
      {!isSelf && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <SuspendPanel person={person} />
          {isAdmin(viewer) && person.role_id !== Role.Admin && (
            <RemovalPanel username={person.username} removal={page.removal} />
          )}
          {isAdmin(viewer) && <SignInPanel person={person} />}
          {isAdmin(viewer) && <RolePanel person={person} />}
          {isAdmin(viewer) && <TokensPanel person={person} />}
          {isAdmin(viewer) && <DeletePanel person={person} hasSubscription={page.has_subscription === 1} />}
        </SimpleGrid>
      )}
    </AdminFrame>
  )
}
