import { Text } from '@mantine/core'
import { Role } from '../../../domain/accounts/user.ts'
import * as api from '../../../domain/admin/people-api.ts'
import { deletionTime } from '../../../domain/deletion/deletion.ts'
import { call } from '../../lib/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { config } from '../../lib/embedded.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { actOn } from '../people.ts'

const useDay = dateTexts({ dateStyle: 'long' })

interface DeleteProps {
  person: api.AdminPerson
  hasSubscription: boolean
}

export function DeletePanel({ person: { username, delete_at, role_id }, hasSubscription }: DeleteProps) {
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
          It will be deleted on {day(deletionTime(now))}. Until then, only an admin can stop that.
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
