import { Badge, Box, Card, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { isAdmin, Role } from '../../domain/accounts/user.ts'
import * as api from '../../domain/admin/people-api.ts'
import { deletionTime } from '../../domain/deletion/deletion.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import { proven } from '../accounts/proof/proof.ts'
import { Face } from '../faces/Face.tsx'
import { call } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { CopyField } from '../ui/forms/CopyField.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { Facts } from './Facts.tsx'
import { actOn, reloadPerson } from './people.ts'
import { statesOf } from './person-state.ts'
import { RemovalPanel } from './RemovalPanel.tsx'
import { SuspendPanel } from './SuspendPanel.tsx'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })
const useDay = dateTexts({ dateStyle: 'long' })

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
          {isAdmin(viewer) && !config.is_free && <TokensPanel person={person} />}
          {isAdmin(viewer) && <DeletePanel person={person} hasSubscription={page.has_subscription === 1} />}
        </SimpleGrid>
      )}
    </AdminFrame>
  )
}

function SignInPanel({ person: { username, email, new_email, is_unconfirmed } }: { person: api.AdminPerson }) {
  // Without a mail server nobody gets the link to a new email.
  const toConfirm = config.sends_mail || new_email === null ? is_unconfirmed === 1 && email : new_email
  const input = { params: { username }, body: {} }
  const [link, setLink] = useState<string | null>(null)
  async function reset(): Promise<void> {
    const { reset_path } = await proven(() => call(api.sendPersonReset, input))
    if (reset_path === null) toast.success(`${username} gets a mail with a link.`, { id: 'admin-person' })
    else setLink(location.origin + reset_path)
  }
  return (
    <Panel id="signing-in" title="Signing in" size="h3">
      <Group gap="sm">
        <ActionButton variant="default" action={reset}>
          {config.sends_mail ? 'Send a reset mail' : 'Make a reset link'}
        </ActionButton>
        <ConfirmButton
          label="Sign out everywhere"
          title={`Sign ${username} out everywhere?`}
          confirm="Sign out"
          onConfirm={() => actOn(() => call(api.signOutPerson, input), `${username} was signed out.`)}
        >
          All devices of this account are signed out. The password stays.
        </ConfirmButton>
        {toConfirm && (
          <ActionButton
            variant="default"
            action={() => actOn(() => call(api.confirmPersonEmail, input), `${toConfirm} is confirmed.`)}
          >
            Confirm {toConfirm}
          </ActionButton>
        )}
      </Group>
      {link && (
        <Box mt="md" role="status">
          <CopyField
            label="Link for a new password"
            description={`Give it to ${username}, and to nobody else. It works once, for an hour.`}
            value={link}
          />
        </Box>
      )}
    </Panel>
  )
}

const ROLES = [
  { value: String(Role.Member), label: 'Member' },
  { value: String(Role.Moderator), label: 'Moderator' },
  { value: String(Role.Admin), label: 'Admin' }
]
const ROLE_TEXTS = new Map([
  [String(Role.Moderator), 'Looks at reports, hides, and suspends for up to a week.'],
  [String(Role.Admin), 'Can do everything.']
])

function RolePanel({ person: { username, role_id } }: { person: api.AdminPerson }) {
  const [role, setRole] = useState(String(role_id))
  const chosen = ROLES.find(({ value }) => value === role)
  return (
    <Panel id="role" title="Role" size="h3">
      <NativeSelect
        aria-label="Role"
        description={ROLE_TEXTS.get(role)}
        inputWrapperOrder={['input', 'description']}
        data={ROLES}
        value={role}
        onChange={event => setRole(event.currentTarget.value)}
        mb="md"
      />
      <ConfirmButton
        label="Change the role"
        button={{ disabled: Number(role) === role_id }}
        title={`Change the role of ${username}?`}
        confirm="Change"
        onConfirm={() => {
          const body = { role_id: Number(role) as Role }
          return actOn(() => call(api.setPersonRole, { params: { username }, body }), 'The role was changed.')
        }}
      >
        {username} becomes: {chosen?.label}. {ROLE_TEXTS.get(role)}
      </ConfirmButton>
    </Panel>
  )
}

const REASONS = [
  { value: 'thanks', label: 'As thanks' },
  { value: 'help', label: 'To help someone start' },
  { value: 'fault', label: 'For a fault of ours' },
  { value: 'event', label: 'For an event' }
]

function TokensPanel({ person: { username } }: { person: api.AdminPerson }) {
  const form = useForm({ initialValues: { tokens: '10', reason: 'thanks' } })
  const refusal = useRefusal(form)
  const [key, setKey] = useState(randomUuid)
  return (
    <Panel id="tokens" title="Give tokens" size="h3">
      <Form
        aria-label="Give tokens"
        busy={form.submitting}
        onSubmit={form.onSubmit(
          refusal.guard(async ({ tokens, reason }) => {
            const body = { tokens: Number(tokens), reason: reason as (typeof api.GRANT_REASONS)[number] }
            await proven(() => call(api.grantTokens, { params: { username }, body, key }))
            setKey(randomUuid())
            await reloadPerson()
            toast.success(`${username} has ${tokens} more tokens.`, { id: 'admin-person' })
          })
        )}
      >
        <Group align="start" gap="sm" grow>
          <TextInput label="Tokens" inputMode="numeric" {...form.getInputProps('tokens')} />
          <NativeSelect label="Reason" data={REASONS} {...form.getInputProps('reason')} />
        </Group>
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Give" variant="default" mt="md" />
      </Form>
    </Panel>
  )
}

interface DeleteProps {
  person: api.AdminPerson
  hasSubscription: boolean
}

function DeletePanel({ person: { username, delete_at, role_id }, hasSubscription }: DeleteProps) {
  const params = { username }
  const now = useNow(60_000)
  const day = useDay()
  return (
    <Panel id="delete" title="Delete the account" size="h3">
      {delete_at ? (
        <>
          <Text mb="md">It will be deleted on {day(Date.parse(delete_at))}.</Text>
          <ActionButton
            variant="default"
            action={() => actOn(() => call(api.keepPerson, { params, body: {} }), 'The account stays.')}
          >
            Keep the account
          </ActionButton>
        </>
      ) : (
        <ConfirmButton
          label="Delete in two weeks"
          button={{ disabled: role_id === Role.Admin }}
          title={`Delete the account of ${username}?`}
          confirm="Delete in two weeks"
          onConfirm={() =>
            actOn(() => call(api.schedulePersonDeletion, { params, body: {} }), 'The account will be deleted.')
          }
        >
          It will be deleted on {day(deletionTime(now))}. Until then, you or {username} can stop that.
          {hasSubscription && ' The subscription ends now.'}
          {config.sends_mail ? ` ${username} gets an email.` : ' This hut sends no emails, so tell them yourself.'}
        </ConfirmButton>
      )}
      {role_id === Role.Admin && (
        <Text size="sm" c="dimmed" mt="xs">
          Make this admin a member first.
        </Text>
      )}
    </Panel>
  )
}
